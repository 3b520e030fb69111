"""`Suspend` gets no traceback from compiled functions.

The engine raises `Suspend` to leave a rule that asks a question. It is not an error, and no code reads its traceback. For a
traceback each compiled function makes a code object and a frame, which took a tenth of the time of a decision with a question.
This module changes the runtime of mypyc, which is compiled into the library, so that it adds none to `Suspend`.
"""

from __future__ import annotations

from typing import Final

FILE: Final = "exc_ops.c"
"""The file of mypyc's runtime that adds to tracebacks."""
FUNCTION: Final = "void CPy_AddTraceback(const char *filename, const char *funcname, int line, PyObject *globals) {\n"
SUSPEND: Final = "CPyType_rondel___engine___play___running___question___Suspend"
"""The name in C of the class of the exception."""
CHECK: Final = f"    if (PyErr_Occurred() == (PyObject *){SUSPEND}) return;\n"


def runtime(name: str, text: str) -> str:
    """The text of a file of mypyc's runtime, as the library has it. Raises `SystemExit` if the function is not as expected.

    >>> runtime("list_ops.c", "int x;")
    'int x;'
    >>> print(runtime("exc_ops.c", "#include <Python.h>\\n" + FUNCTION + "}\\n"))
    #include <Python.h>
    extern PyTypeObject *CPyType_rondel___engine___play___running___question___Suspend;
    void CPy_AddTraceback(const char *filename, const char *funcname, int line, PyObject *globals) {
        if (PyErr_Occurred() == (PyObject *)CPyType_rondel___engine___play___running___question___Suspend) return;
    }
    <BLANKLINE>
    """
    if name != FILE:
        return text
    if text.count(FUNCTION) != 1:
        raise SystemExit(
            f"untraced.py: mypyc's {FILE} has no function that begins with {FUNCTION.strip()!r}; write its new form"
        )
    return text.replace(FUNCTION, f"extern PyTypeObject *{SUSPEND};\n{FUNCTION}{CHECK}")
