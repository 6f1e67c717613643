/* Templates of `texts` filled in C: the same sentences. What is rare is left to the Python of `Texts`. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>

#define MOST_FORMS 4096

/* Filler: fills the templates of one game in one language. */
typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *texts;    /* a `Texts`; whatever is rare is asked of it */
    PyObject *words;    /* a dict: words of the game, as they are said */
    PyObject *log;      /* templates by code */
    PyObject *line;     /* the type `LogLine` */
    PyObject *parts_of; /* takes a template apart */
    PyObject *shown;    /* makes text that could control a terminal harmless */
    PyObject *known;    /* a dict: templates that are taken apart */
    PyObject *forms;    /* a dict: words after a number, by both */
} Filler;

static PyObject *nothing, *name_seat, *spec_list, *comma, *ask_said, *ask_listed, *ask_counted;

static PyObject *fill(Filler *self, PyObject *template, PyObject *params, PyObject *players);

static PyObject *shown(Filler *self, PyObject *text) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t at = 0; at < length; at++) {
        if (!Py_UNICODE_ISPRINTABLE(PyUnicode_READ(kind, data, at))) {
            return PyObject_CallOneArg(self->shown, text);
        }
    }
    return Py_NewRef(text);
}

static PyObject *worded(Filler *self, PyObject *text) {
    PyObject *word = PyDict_GetItemWithError(self->words, text);
    if (word != NULL) {
        return Py_NewRef(word);
    }
    return PyErr_Occurred() ? NULL : shown(self, text);
}

static PyObject *said(Filler *self, PyObject *value, PyObject *players);

static PyObject *all_said(Filler *self, PyObject *values, PyObject *players) {
    PyObject *fixed = PySequence_Tuple(values), *texts = NULL;
    if (fixed != NULL && Py_EnterRecursiveCall(" while a list was put together") == 0) {
        texts = PyList_New(PyTuple_GET_SIZE(fixed));
        for (Py_ssize_t at = 0; texts != NULL && at < PyTuple_GET_SIZE(fixed); at++) {
            PyObject *text = said(self, PyTuple_GET_ITEM(fixed, at), players);
            if (text == NULL) {
                Py_CLEAR(texts);
            } else {
                PyList_SET_ITEM(texts, at, text);
            }
        }
        Py_LeaveRecursiveCall();
    }
    Py_XDECREF(fixed);
    return texts;
}

static PyObject *said(Filler *self, PyObject *value, PyObject *players) {
    PyObject *found = NULL;
    if (PyUnicode_CheckExact(value)) {
        return worded(self, value);
    }
    if (Py_TYPE(value) == (PyTypeObject *)self->line) {
        PyObject *template = PyObject_GetItem(self->log, PyTuple_GET_ITEM(value, 0));
        if (template != NULL) {
            found = fill(self, template, PyTuple_GET_ITEM(value, 1), players);
            Py_DECREF(template);
        }
    } else if (PyTuple_CheckExact(value) || PyList_CheckExact(value)) {
        PyObject *texts = all_said(self, value, players);
        if (texts != NULL) {
            found = PyUnicode_Join(comma, texts);
            Py_DECREF(texts);
        }
    } else {
        int overflow = 1;
        if (PyLong_CheckExact(value) && PyLong_AsLongAndOverflow(value, &overflow) >= 0 && !overflow) {
            PyObject *text = PyObject_Str(value);
            found = text == NULL ? NULL : worded(self, text);
            Py_XDECREF(text);
        } else {
            found = PyObject_CallMethodObjArgs(self->texts, ask_said, value, players, NULL);
        }
    }
    return found;
}

/* Several texts as the language lists them; one by itself is the same in all languages. */
static PyObject *listed(Filler *self, PyObject *texts) {
    return PyList_GET_SIZE(texts) == 1 ? Py_NewRef(PyList_GET_ITEM(texts, 0))
                                       : PyObject_CallMethodObjArgs(self->texts, ask_listed, texts, NULL);
}

/* The word that goes with a number. Those for integers are kept: other numbers may be equal to them and go with
 * another word. */
static PyObject *counted(Filler *self, PyObject *value, PyObject *forms) {
    PyObject *key = PyLong_CheckExact(value) ? PyTuple_Pack(2, value, forms) : NULL, *found = NULL;
    if (key != NULL && (found = PyDict_GetItemWithError(self->forms, key)) != NULL) {
        Py_DECREF(key);
        return Py_NewRef(found);
    }
    if (!PyErr_Occurred()) {
        found = PyObject_CallMethodObjArgs(self->texts, ask_counted, value, forms, NULL);
    }
    if (found != NULL && key != NULL) {
        if (PyDict_GET_SIZE(self->forms) >= MOST_FORMS) {
            PyDict_Clear(self->forms);
        }
        if (PyDict_SetItem(self->forms, key, found)) {
            Py_CLEAR(found);
        }
    }
    Py_XDECREF(key);
    return found;
}

/* What stands for one field of a template. */
static PyObject *field(Filler *self, PyObject *name, PyObject *spec, PyObject *params, PyObject *players) {
    PyObject *value = PyObject_GetItem(params, name), *found = NULL;
    if (value == NULL) {
        return NULL;
    }
    int has_players = PyLong_Check(value) && PyUnicode_Compare(name, name_seat) == 0 ? PyObject_IsTrue(players) : 0;
    if (has_players > 0) { /* never translated, even if it is a word of the game */
        PyObject *player = PyObject_GetItem(players, value);
        found = player == NULL ? NULL : PyUnicode_Check(player) ? shown(self, player) : Py_NewRef(player);
        Py_XDECREF(player);
    } else if (has_players == 0) {
        if (spec == Py_None || PyUnicode_GET_LENGTH(spec) == 0) {
            found = said(self, value, players);
        } else if ((PyTuple_Check(value) || PyList_Check(value)) && PyUnicode_Compare(spec, spec_list) == 0) {
            PyObject *texts = all_said(self, value, players);
            found = texts == NULL ? NULL : listed(self, texts);
            Py_XDECREF(texts);
        } else {
            found = counted(self, value, spec);
        }
    }
    Py_DECREF(value);
    return found;
}

/* The parts of a template, a tuple of (literal, name, spec); a new reference. */
static PyObject *parts_of(Filler *self, PyObject *template) {
    PyObject *parts = PyDict_GetItemWithError(self->known, template);
    if (parts != NULL) {
        return Py_NewRef(parts);
    }
    if (!PyErr_Occurred() && (parts = PyObject_CallOneArg(self->parts_of, template)) != NULL
        && PyDict_SetItem(self->known, template, parts)) {
        Py_CLEAR(parts);
    }
    return parts;
}

static PyObject *fill(Filler *self, PyObject *template, PyObject *params, PyObject *players) {
    PyObject *found = NULL, *parts = parts_of(self, template), *texts = parts == NULL ? NULL : PyList_New(0);
    if (texts == NULL || Py_EnterRecursiveCall(" while a sentence was put together")) {
        Py_XDECREF(parts);
        Py_XDECREF(texts);
        return NULL;
    }
    int problem = 0;
    for (Py_ssize_t at = 0; !problem && at < PyTuple_GET_SIZE(parts); at++) {
        PyObject *part = PyTuple_GET_ITEM(parts, at), *name = PyTuple_GET_ITEM(part, 1);
        problem = PyList_Append(texts, PyTuple_GET_ITEM(part, 0));
        if (!problem && name != Py_None) {
            PyObject *text = field(self, name, PyTuple_GET_ITEM(part, 2), params, players);
            problem = text == NULL ? -1 : PyList_Append(texts, text);
            Py_XDECREF(text);
        }
    }
    if (!problem) {
        found = PyUnicode_Join(nothing, texts);
    }
    Py_LeaveRecursiveCall();
    Py_DECREF(parts);
    Py_DECREF(texts);
    return found;
}

static PyObject *call(PyObject *self, PyObject *const *arguments, size_t flags, PyObject *names) {
    if (PyVectorcall_NARGS(flags) != 3 || (names != NULL && PyTuple_GET_SIZE(names))) {
        PyErr_SetString(PyExc_TypeError, "a template, its parameters and the players are taken");
        return NULL;
    }
    return fill((Filler *)self, arguments[0], arguments[1], arguments[2]);
}

static PyObject *new_filler(PyTypeObject *type, PyObject *arguments, PyObject *names) {
    static char *known[] = {"texts", "words", "log", "line", "parts_of", "shown", NULL};
    PyObject *texts, *words, *log, *line, *parts, *harmless;
    if (!PyArg_ParseTupleAndKeywords(
            arguments, names, "OO!OOOO", known, &texts, &PyDict_Type, &words, &log, &line, &parts, &harmless)) {
        return NULL;
    }
    Filler *self = (Filler *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->call = call;
        self->texts = Py_NewRef(texts);
        self->words = Py_NewRef(words);
        self->log = Py_NewRef(log);
        self->line = Py_NewRef(line);
        self->parts_of = Py_NewRef(parts);
        self->shown = Py_NewRef(harmless);
        if ((self->known = PyDict_New()) == NULL || (self->forms = PyDict_New()) == NULL) {
            Py_CLEAR(self);
        }
    }
    return (PyObject *)self;
}

static int visit_all(PyObject *object, visitproc visit, void *arg) {
    Filler *self = (Filler *)object;
    Py_VISIT(self->texts);
    Py_VISIT(self->words);
    Py_VISIT(self->log);
    Py_VISIT(self->line);
    Py_VISIT(self->parts_of);
    Py_VISIT(self->shown);
    Py_VISIT(self->known);
    Py_VISIT(self->forms);
    return 0;
}

static int clear_all(PyObject *object) {
    Filler *self = (Filler *)object;
    Py_CLEAR(self->texts);
    Py_CLEAR(self->words);
    Py_CLEAR(self->log);
    Py_CLEAR(self->line);
    Py_CLEAR(self->parts_of);
    Py_CLEAR(self->shown);
    Py_CLEAR(self->known);
    Py_CLEAR(self->forms);
    return 0;
}

static void end_filler(PyObject *object) {
    PyObject_GC_UnTrack(object);
    clear_all(object);
    Py_TYPE(object)->tp_free(object);
}

static PyTypeObject filler_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "filling.Filler",
    .tp_doc = "Fills the templates of one game in one language.",
    .tp_basicsize = sizeof(Filler),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_HAVE_GC,
    .tp_new = new_filler,
    .tp_dealloc = end_filler,
    .tp_traverse = visit_all,
    .tp_clear = clear_all,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(Filler, call),
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "filling", "See `texts`.", -1, NULL};

PyMODINIT_FUNC PyInit_filling(void) {
    nothing = PyUnicode_InternFromString("");
    name_seat = PyUnicode_InternFromString("seat");
    spec_list = PyUnicode_InternFromString("list");
    comma = PyUnicode_InternFromString(", ");
    ask_said = PyUnicode_InternFromString("_said");
    ask_listed = PyUnicode_InternFromString("_listed");
    ask_counted = PyUnicode_InternFromString("_counted");
    if (!nothing || !name_seat || !spec_list || !comma || !ask_said || !ask_listed || !ask_counted) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddType(module, &filler_type)) {
        Py_CLEAR(module);
    }
    return module;
}
