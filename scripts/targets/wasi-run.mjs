// Runs a WASI program: node --no-warnings wasi-run.mjs PROGRAM.wasm ARGUMENT... The whole file system is open to it.
import { readFileSync } from 'node:fs';
import { argv, cwd, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const args = argv.slice(2);
const wasi = new WASI({ version: 'preview1', args, env, preopens: { '/': '/', '.': cwd() }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(args[0]));
exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
