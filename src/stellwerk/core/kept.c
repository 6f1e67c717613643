/* The caches of `remember` in C: the same answers, without a step of Python where one is known.
 *
 * What counts is that values are the same objects, so they are found by their addresses. Whatever is kept
 * holds its values too: no other value can then have their place in memory. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <stdint.h>

#define MOST 6 /* arguments */

/* The place of some addresses in a table whose size is a power of two. */
static size_t place_of(PyObject *const *values, Py_ssize_t count, size_t mask) {
    uint64_t mixed = 0;
    for (Py_ssize_t at = 0; at < count; at++) {
        mixed = (mixed ^ ((uint64_t)(uintptr_t)values[at] >> 4)) * UINT64_C(0x9E3779B97F4A7C15);
    }
    return (size_t)(mixed >> 32) & mask;
}

static size_t power_above(Py_ssize_t size) {
    size_t found = 8;
    while (found < (size_t)size) {
        found *= 2;
    }
    return found;
}

/* Tables of entries: the arguments of a call, then its answer, which is NULL where nothing is kept. */

static PyObject **new_table(size_t entries, Py_ssize_t width) {
    PyObject **table = PyMem_Calloc(entries * (size_t)width, sizeof(PyObject *));
    if (table == NULL) {
        PyErr_NoMemory();
    }
    return table;
}

static void forget(PyObject **table, size_t entries, Py_ssize_t width) {
    if (table != NULL) {
        for (size_t at = 0; at < entries * (size_t)width; at++) {
            Py_XDECREF(table[at]);
        }
        PyMem_Free(table);
    }
}

/* The entry of these arguments, or the empty one where it would be. There is always an empty one. */
static PyObject **entry_of(PyObject **table, size_t mask, PyObject *const *arguments, Py_ssize_t count) {
    for (size_t at = place_of(arguments, count, mask);; at = (at + 1) & mask) {
        PyObject **entry = table + at * (size_t)(count + 1);
        Py_ssize_t same = 0;
        while (same < count && entry[same] == arguments[same]) {
            same++;
        }
        if (same == count || entry[count] == NULL) {
            return entry;
        }
    }
}

/* Remembered: a function that keeps its last answers, at least `size` and at most twice as many */

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *function;
    PyObject *attributes;
    Py_ssize_t count; /* of arguments */
    Py_ssize_t size, used;
    size_t mask;
    PyObject **young, **old; /* `old` is NULL until the young table was full once */
} Remembered;

static int keep(Remembered *self, PyObject *const *arguments, PyObject *answer) {
    PyObject **gone = NULL;
    if (self->used >= self->size) {
        PyObject **fresh = new_table(self->mask + 1, self->count + 1);
        if (fresh == NULL) {
            return -1;
        }
        gone = self->old;
        self->old = self->young;
        self->young = fresh;
        self->used = 0;
    }
    PyObject **entry = entry_of(self->young, self->mask, arguments, self->count);
    if (entry[self->count] == NULL) { /* otherwise it was asked once more meanwhile */
        for (Py_ssize_t at = 0; at < self->count; at++) {
            entry[at] = Py_NewRef(arguments[at]);
        }
        entry[self->count] = Py_NewRef(answer);
        self->used++;
    }
    forget(gone, self->mask + 1, self->count + 1); /* last: this may run Python code */
    return 0;
}

static PyObject *ask(PyObject *object, PyObject *const *arguments, size_t flags, PyObject *names) {
    Remembered *self = (Remembered *)object;
    if (PyVectorcall_NARGS(flags) != self->count || (names != NULL && PyTuple_GET_SIZE(names))) {
        PyErr_Format(PyExc_TypeError, "%zd arguments are taken, by position only", self->count);
        return NULL;
    }
    PyObject *answer = entry_of(self->young, self->mask, arguments, self->count)[self->count];
    if (answer != NULL) {
        return Py_NewRef(answer);
    }
    if (self->old != NULL) {
        answer = entry_of(self->old, self->mask, arguments, self->count)[self->count];
    }
    answer = answer != NULL ? Py_NewRef(answer)
                            : PyObject_Vectorcall(self->function, arguments, (size_t)self->count, NULL);
    if (answer != NULL && keep(self, arguments, answer)) {
        Py_CLEAR(answer);
    }
    return answer;
}

/* Keep an answer that somebody has found otherwise: the arguments, then the answer. */
static PyObject *keep_found(PyObject *object, PyObject *const *given, Py_ssize_t count) {
    Remembered *self = (Remembered *)object;
    if (count != self->count + 1) {
        PyErr_Format(PyExc_TypeError, "%zd arguments and their answer are taken", self->count);
        return NULL;
    }
    return keep(self, given, given[count - 1]) ? NULL : Py_NewRef(Py_None);
}

static PyObject *new_remembered(PyTypeObject *type, PyObject *arguments, PyObject *names) {
    static char *known[] = {"function", "count", "size", NULL};
    PyObject *function;
    Py_ssize_t count, size;
    if (!PyArg_ParseTupleAndKeywords(arguments, names, "Onn", known, &function, &count, &size)) {
        return NULL;
    }
    if (count < 1 || count > MOST || size < 1) {
        PyErr_SetString(PyExc_ValueError, "too many or too few arguments or answers");
        return NULL;
    }
    Remembered *self = (Remembered *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->call = ask;
    self->function = Py_NewRef(function);
    self->count = count;
    self->size = size;
    self->mask = power_above(2 * size) - 1;
    if ((self->young = new_table(self->mask + 1, count + 1)) == NULL) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

static void end_remembered(PyObject *object) {
    Remembered *self = (Remembered *)object;
    forget(self->young, self->mask + 1, self->count + 1);
    forget(self->old, self->mask + 1, self->count + 1);
    Py_XDECREF(self->function);
    Py_XDECREF(self->attributes);
    Py_TYPE(self)->tp_free(object);
}

static PyGetSetDef remembered_attributes[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef remembered_methods[] = {
    {"keep", (PyCFunction)(void (*)(void))keep_found, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject remembered_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kept.Remembered",
    .tp_doc = "A function that keeps its last answers.",
    .tp_basicsize = sizeof(Remembered),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_new = new_remembered,
    .tp_dealloc = end_remembered,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(Remembered, call),
    .tp_dictoffset = offsetof(Remembered, attributes),
    .tp_getset = remembered_attributes,
    .tp_methods = remembered_methods,
};

/* Each: the answers about many values; a new value takes the place of an old one that has the same place */

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *function;
    size_t mask;
    PyObject **table;
} Each;

static PyObject *ask_one(Each *self, PyObject *value) {
    PyObject **entry = self->table + 2 * place_of(&value, 1, self->mask);
    if (entry[0] == value) {
        return Py_NewRef(entry[1]);
    }
    PyObject *answer = PyObject_CallOneArg(self->function, value);
    if (answer != NULL) {
        PyObject *former = entry[0], *answered = entry[1];
        entry[0] = Py_NewRef(value);
        entry[1] = Py_NewRef(answer);
        Py_XDECREF(former);
        Py_XDECREF(answered);
    }
    return answer;
}

static PyObject *ask_each(PyObject *object, PyObject *const *arguments, size_t flags, PyObject *names) {
    if (PyVectorcall_NARGS(flags) != 1 || (names != NULL && PyTuple_GET_SIZE(names))) {
        PyErr_SetString(PyExc_TypeError, "several values are taken, as one argument");
        return NULL;
    }
    PyObject *values = PySequence_Tuple(arguments[0]);
    if (values == NULL) {
        return NULL;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(values);
    PyObject *answers = PyTuple_New(count);
    for (Py_ssize_t at = 0; answers != NULL && at < count; at++) {
        PyObject *answer = ask_one((Each *)object, PyTuple_GET_ITEM(values, at));
        if (answer == NULL) {
            Py_CLEAR(answers);
        } else {
            PyTuple_SET_ITEM(answers, at, answer);
        }
    }
    Py_DECREF(values);
    return answers;
}

static PyObject *new_each(PyTypeObject *type, PyObject *arguments, PyObject *names) {
    static char *known[] = {"function", "size", NULL};
    PyObject *function;
    Py_ssize_t size;
    if (!PyArg_ParseTupleAndKeywords(arguments, names, "On", known, &function, &size)) {
        return NULL;
    }
    if (size < 1) {
        PyErr_SetString(PyExc_ValueError, "too few answers");
        return NULL;
    }
    Each *self = (Each *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->call = ask_each;
    self->function = Py_NewRef(function);
    self->mask = power_above(size) - 1;
    if ((self->table = new_table(self->mask + 1, 2)) == NULL) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

static void end_each(PyObject *object) {
    Each *self = (Each *)object;
    forget(self->table, self->mask + 1, 2);
    Py_XDECREF(self->function);
    Py_TYPE(self)->tp_free(object);
}

static PyTypeObject each_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kept.Each",
    .tp_doc = "The answers of a function about each value of a tuple.",
    .tp_basicsize = sizeof(Each),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_new = new_each,
    .tp_dealloc = end_each,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(Each, call),
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "kept", "See `remember`.", -1, NULL};

PyMODINIT_FUNC PyInit_kept(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL
        && (PyModule_AddIntConstant(module, "MOST", MOST) || PyModule_AddType(module, &remembered_type) || PyModule_AddType(module, &each_type))) {
        Py_CLEAR(module);
    }
    return module;
}
