// Runs a WASI program: node --no-warnings wasi-run.mjs PROGRAM.wasm ARGUMENT... The whole file system is open to it.
import { readdirSync, readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

// Not by import: that makes standard output non-blocking, and a slow reader of a pipe would get an error for the rest.
const { argv, cwd, env, exit } = process;
const args = argv.slice(2);
// Each folder of the root, as the root itself would be mistaken for the current folder.
const folders = readdirSync('/', { withFileTypes: true }).filter((entry) => entry.isDirectory());
const preopens = { '.': cwd(), ...Object.fromEntries(folders.map(({ name }) => [`/${name}`, `/${name}`])) };
const wasi = new WASI({ version: 'preview1', args, env, preopens, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(args[0]));
exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
