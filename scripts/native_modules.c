/* rondel_native__modules: makes the modules of the compiled library.

   mypyc writes a library of its own beside each module, whose one function finds the module's function in the common library
   and calls it: 245 files, six kilobytes each. This one does the same for all (see rondel.installation). */

#include <Python.h>

static const char prefix[] = "rondel_native__mypyc.";

/* The function in a capsule of the library; NULL with an error set if there is none. */
static void *function(PyObject *library, const char *attribute)
{
    PyObject *capsule = PyObject_GetAttrString(library, attribute);
    if (capsule == NULL)
        return NULL;
    const char *name = PyCapsule_GetName(capsule);
    void *found = NULL;
    if (name != NULL && strncmp(name, prefix, sizeof prefix - 1) == 0)
        found = PyCapsule_GetPointer(capsule, name);
    else if (!PyErr_Occurred())
        PyErr_Format(PyExc_ImportError, "%s is no function of the compiled library", attribute);
    Py_DECREF(capsule);
    return found;
}

/* make(library, attribute): the module that the function in this attribute, such as init_rondel___engine___game, makes. */
static PyObject *make(PyObject *self, PyObject *args)
{
    PyObject *library;
    const char *attribute;
    if (!PyArg_ParseTuple(args, "Os", &library, &attribute))
        return NULL;
    int (*ready)(void) = (int (*)(void))function(library, "ensure_deps");
    if (ready == NULL)
        PyErr_Clear(); /* a library that needs no other has no such function */
    else if (ready() < 0)
        return NULL;
    PyObject *(*init)(void) = (PyObject *(*)(void))function(library, attribute);
    return init == NULL ? NULL : init();
}

static PyMethodDef methods[] = {
    {"make", make, METH_VARARGS, "The module that a function of the library makes."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "rondel_native__modules", NULL, -1, methods};

PyMODINIT_FUNC PyInit_rondel_native__modules(void)
{
    return PyModule_Create(&definition);
}
