/* The comparison of `changes` in C: the same steps, several times faster. Tests compare the two.
 *
 * Parts that are the very same object cost one look at a pointer. Fields of a struct are read at the offset
 * that Python itself notes for them; where it notes none, nothing is compiled in and the attribute is asked. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#define DEEPEST 4 /* as in `changes`, which checks that the two agree */

/* How values of a type are compared. */
typedef enum { WHOLE, FIELDS, LIST, DICT } Kind;

typedef struct {
    Kind kind;
    Py_ssize_t count;     /* of fields */
    PyObject *names;      /* of attributes: a tuple */
    PyObject *sent;       /* their names in JSON: a tuple */
    Py_ssize_t *offsets;  /* where they lie in an object; -1 if that is not known */
} Shape;

/* Where a part lies: the keys on the way to it. Those of lists are numbers and become objects only in a step. */
typedef struct {
    PyObject *key; /* borrowed; NULL for a number */
    Py_ssize_t number;
} Key;

static PyObject *struct_type, *shapes;

static int steps_of(PyObject *steps, PyObject *old, PyObject *new, Key *path, int depth);

/* Shapes */

static Py_ssize_t offset_of(PyObject *type, PyObject *name) {
    PyObject *found = PyObject_GetAttr(type, name);
    Py_ssize_t offset = -1;
    if (found == NULL) {
        PyErr_Clear();
    } else if (Py_IS_TYPE(found, &PyMemberDescr_Type)) {
        const PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
        if (member->type == T_OBJECT_EX) {
            offset = member->offset;
        }
    }
    Py_XDECREF(found);
    return offset;
}

static int is_set(PyObject *config, const char *name) {
    PyObject *value = PyObject_GetAttrString(config, name);
    int answer = value == NULL ? -1 : PyObject_IsTrue(value);
    Py_XDECREF(value);
    return answer;
}

/* Note the fields of a struct, unless it is compared whole. */
static int note_fields(Shape *shape, PyObject *type) {
    PyObject *config = PyObject_GetAttrString(type, "__struct_config__");
    if (config == NULL) {
        return -1;
    }
    int is_array = is_set(config, "array_like"), omits = is_set(config, "omit_defaults");
    Py_DECREF(config);
    if (is_array < 0 || omits < 0) {
        return -1;
    }
    if ((shape->names = PyObject_GetAttrString(type, "__struct_fields__")) == NULL
        || (shape->sent = PyObject_GetAttrString(type, "__struct_encode_fields__")) == NULL) {
        return -1;
    }
    if (!PyTuple_Check(shape->names) || !PyTuple_Check(shape->sent)
        || PyTuple_GET_SIZE(shape->names) != PyTuple_GET_SIZE(shape->sent)) {
        PyErr_SetString(PyExc_TypeError, "a struct whose fields are no tuples");
        return -1;
    }
    shape->count = PyTuple_GET_SIZE(shape->names);
    if (is_array || omits || shape->count < 2) {
        return 0;
    }
    if ((shape->offsets = PyMem_Calloc((size_t)shape->count, sizeof(Py_ssize_t))) == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t at = 0; at < shape->count; at++) {
        shape->offsets[at] = offset_of(type, PyTuple_GET_ITEM(shape->names, at));
    }
    shape->kind = FIELDS;
    return 0;
}

static void forget(PyObject *capsule) {
    Shape *shape = PyCapsule_GetPointer(capsule, NULL);
    Py_XDECREF(shape->names);
    Py_XDECREF(shape->sent);
    PyMem_Free(shape->offsets);
    PyMem_Free(shape);
}

static Shape *new_shape(PyObject *type) {
    Shape *shape = PyMem_Calloc(1, sizeof(Shape));
    if (shape == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    PyObject *capsule = PyCapsule_New(shape, NULL, forget);
    if (capsule == NULL) {
        PyMem_Free(shape);
        return NULL;
    }
    PyObject *known = NULL;
    int problem = 0;
    if (PyType_FastSubclass((PyTypeObject *)type, Py_TPFLAGS_TUPLE_SUBCLASS)
        || PyType_FastSubclass((PyTypeObject *)type, Py_TPFLAGS_LIST_SUBCLASS)) {
        shape->kind = LIST;
    } else if (type == (PyObject *)&PyDict_Type) {
        shape->kind = DICT;
    } else if (PyType_IsSubtype((PyTypeObject *)type, (PyTypeObject *)struct_type)) {
        problem = note_fields(shape, type);
    }
    if (problem == 0) {
        known = PyDict_SetDefault(shapes, type, capsule); /* another thread may have been quicker */
    }
    Py_DECREF(capsule);
    return known == NULL ? NULL : PyCapsule_GetPointer(known, NULL);
}

static Shape *shape_of(PyObject *value) {
    PyObject *type = (PyObject *)Py_TYPE(value), *known = PyDict_GetItemWithError(shapes, type);
    if (known != NULL) {
        return PyCapsule_GetPointer(known, NULL);
    }
    return PyErr_Occurred() ? NULL : new_shape(type);
}

/* Steps */

static PyObject *path_of(const Key *path, int depth) {
    PyObject *found = PyTuple_New(depth);
    for (int at = 0; found != NULL && at < depth; at++) {
        PyObject *key = path[at].key;
        if (key == NULL) {
            key = PyLong_FromSsize_t(path[at].number);
        } else {
            Py_INCREF(key);
        }
        if (key == NULL) {
            Py_CLEAR(found);
        } else {
            PyTuple_SET_ITEM(found, at, key);
        }
    }
    return found;
}

/* Add a step, of which the reference is taken over. */
static int add(PyObject *steps, PyObject *step) {
    int problem = step == NULL ? -1 : PyList_Append(steps, step);
    Py_XDECREF(step);
    return problem;
}

static int put(PyObject *steps, const Key *path, int depth, PyObject *value) {
    PyObject *place = path_of(path, depth);
    if (place == NULL) {
        return -1;
    }
    PyObject *step = PyTuple_Pack(2, place, value);
    Py_DECREF(place);
    return add(steps, step);
}

static PyObject *item(PyObject *list, Py_ssize_t at) { /* a new reference: comparing may run Python code */
    PyObject *found = NULL;
    if (at >= Py_SIZE(list)) { /* it changed meanwhile, or has a length of its own */
        found = NULL;
    } else if (PyTuple_Check(list)) {
        found = PyTuple_GET_ITEM(list, at);
    } else {
        found = PyList_GET_ITEM(list, at);
    }
    if (found == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "a list changed while it was compared");
    }
    Py_XINCREF(found);
    return found;
}

/* 1 if two items are alike, 0 if not, -1 for an error. */
static int alike(PyObject *old, Py_ssize_t at, PyObject *new, Py_ssize_t there) {
    PyObject *before = item(old, at);
    PyObject *after = before == NULL ? NULL : item(new, there);
    int answer = after == NULL ? -1 : before == after ? 1 : PyObject_RichCompareBool(before, after, Py_EQ);
    Py_XDECREF(before);
    Py_XDECREF(after);
    return answer;
}

/* Lists of different lengths: what lies between their common ends. */
static int splice(PyObject *steps, PyObject *old, PyObject *new, const Key *path, int depth) {
    Py_ssize_t before = PySequence_Size(old), after = PySequence_Size(new);
    Py_ssize_t least = before < after ? before : after, start = 0, end = 0;
    int is_alike = 1;
    while (start < least && (is_alike = alike(old, start, new, start)) == 1) {
        start++;
    }
    while (is_alike >= 0 && end < least - start
           && (is_alike = alike(old, before - end - 1, new, after - end - 1)) == 1) {
        end++;
    }
    if (is_alike < 0) {
        return -1;
    }
    PyObject *place = path_of(path, depth), *items = PySequence_GetSlice(new, start, after - end), *step = NULL;
    if (place != NULL && items != NULL) {
        step = Py_BuildValue("(OnnO)", place, start, before - end - start, items);
    }
    Py_XDECREF(place);
    Py_XDECREF(items);
    return add(steps, step);
}

static int is_plain(PyObject *value) {
    return PyUnicode_CheckExact(value) || PyLong_CheckExact(value) || PyBool_Check(value) || value == Py_None
           || PyFloat_CheckExact(value);
}

/* Compare two parts that are not the very same object; `depth` counts the keys up to them. */
static int compare_part(PyObject *steps, PyObject *before, PyObject *after, Key *path, int depth) {
    if (!is_plain(after) && depth < DEEPEST && Py_TYPE(before) == Py_TYPE(after)) {
        Shape *shape = shape_of(after);
        if (shape == NULL) {
            return -1;
        }
        if (shape->kind != FIELDS) { /* to compare a struct as a whole first would be to look at it twice */
            int is_same = PyObject_RichCompareBool(before, after, Py_EQ);
            if (is_same) {
                return is_same < 0 ? -1 : 0;
            }
        }
        return steps_of(steps, before, after, path, depth);
    }
    int differs = PyObject_RichCompareBool(before, after, Py_NE);
    return differs > 0 ? put(steps, path, depth, after) : differs;
}

static PyObject *field(PyObject *object, const Shape *shape, Py_ssize_t at) {
    Py_ssize_t offset = shape->offsets[at];
    PyObject *found = offset < 0 ? NULL : *(PyObject **)((char *)object + offset);
    if (found == NULL) { /* also where nothing is set, which the attribute refuses as it should */
        return PyObject_GetAttr(object, PyTuple_GET_ITEM(shape->names, at));
    }
    Py_INCREF(found);
    return found;
}

static int compare_fields(PyObject *steps, PyObject *old, PyObject *new, const Shape *shape, Key *path, int depth) {
    int problem = 0;
    for (Py_ssize_t at = 0; problem == 0 && at < shape->count; at++) {
        PyObject *before = field(old, shape, at);
        PyObject *after = before == NULL ? NULL : field(new, shape, at);
        if (after == NULL) {
            problem = -1;
        } else if (before != after) {
            path[depth].key = PyTuple_GET_ITEM(shape->sent, at);
            problem = compare_part(steps, before, after, path, depth + 1);
        }
        Py_XDECREF(before);
        Py_XDECREF(after);
    }
    return problem;
}

static int compare_items(PyObject *steps, PyObject *old, PyObject *new, Key *path, int depth) {
    int problem = 0;
    Py_ssize_t count = PySequence_Size(new);
    for (Py_ssize_t at = 0; problem == 0 && at < count; at++) {
        PyObject *before = item(old, at);
        PyObject *after = before == NULL ? NULL : item(new, at);
        if (after == NULL) {
            problem = -1;
        } else if (before != after) {
            path[depth] = (Key){NULL, at};
            problem = compare_part(steps, before, after, path, depth + 1);
        }
        Py_XDECREF(before);
        Py_XDECREF(after);
    }
    return problem;
}

/* 1 if two dicts have the same keys, all of them texts; 0 if not, -1 for an error. */
static int has_same_texts(PyObject *old, PyObject *new) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (PyDict_GET_SIZE(old) != PyDict_GET_SIZE(new)) {
        return 0;
    }
    while (PyDict_Next(new, &at, &key, &value)) {
        int is_there = PyUnicode_CheckExact(key) ? PyDict_Contains(old, key) : 0;
        if (is_there != 1) {
            return is_there;
        }
    }
    return 1;
}

static int compare_values(PyObject *steps, PyObject *old, PyObject *new, Key *path, int depth) {
    PyObject *entries = PyDict_Items(new);
    int problem = entries == NULL ? -1 : 0;
    for (Py_ssize_t at = 0; problem == 0 && at < PyList_GET_SIZE(entries); at++) {
        PyObject *entry = PyList_GET_ITEM(entries, at);
        PyObject *key = PyTuple_GET_ITEM(entry, 0), *after = PyTuple_GET_ITEM(entry, 1);
        PyObject *before = PyObject_GetItem(old, key);
        if (before == NULL) {
            problem = -1;
        } else if (before != after) {
            path[depth].key = key;
            problem = compare_part(steps, before, after, path, depth + 1);
        }
        Py_XDECREF(before);
    }
    Py_XDECREF(entries);
    return problem;
}

/* Add the steps between two values of the same type that lie at a path. */
static int steps_of(PyObject *steps, PyObject *old, PyObject *new, Key *path, int depth) {
    Shape *shape = shape_of(new);
    if (shape == NULL) {
        return -1;
    }
    if (shape->kind == FIELDS) {
        return compare_fields(steps, old, new, shape, path, depth);
    }
    if (shape->kind == LIST) {
        if (PySequence_Size(old) == PySequence_Size(new)) {
            return compare_items(steps, old, new, path, depth);
        }
        return splice(steps, old, new, path, depth);
    }
    if (shape->kind == DICT) {
        int is_alike = has_same_texts(old, new);
        if (is_alike) {
            return is_alike < 0 ? -1 : compare_values(steps, old, new, path, depth);
        }
    }
    return put(steps, path, depth, new);
}

static PyObject *changes(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count) {
    Key path[DEEPEST];
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "changes() takes an old and a new value");
        return NULL;
    }
    PyObject *old = arguments[0], *new = arguments[1], *steps = PyList_New(0);
    if (steps != NULL) {
        int problem = Py_TYPE(old) == Py_TYPE(new) ? steps_of(steps, old, new, path, 0) : put(steps, path, 0, new);
        if (problem) {
            Py_CLEAR(steps);
        }
    }
    return steps;
}

static PyMethodDef methods[] = {
    {"changes", (PyCFunction)(void (*)(void))changes, METH_FASTCALL, "The steps that make `new` of `old`."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "differing", "See `changes`.", -1, methods};

PyMODINIT_FUNC PyInit_differing(void) {
    PyObject *msgspec = PyImport_ImportModule("msgspec");
    if (msgspec == NULL) {
        return NULL;
    }
    struct_type = PyObject_GetAttrString(msgspec, "Struct");
    Py_DECREF(msgspec);
    shapes = PyDict_New();
    if (struct_type == NULL || shapes == NULL) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddIntConstant(module, "DEEPEST", DEEPEST)) {
        Py_CLEAR(module);
    }
    return module;
}
