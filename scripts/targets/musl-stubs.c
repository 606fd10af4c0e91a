/* LLVM's libunwind, as Debian builds it, wants glibc's checked printing, which musl does not have. */
#include <stdarg.h>
#include <stdio.h>

int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
    va_list arguments;
    int printed;
    (void)flag;
    va_start(arguments, format);
    printed = vfprintf(file, format, arguments);
    va_end(arguments);
    return printed;
}
