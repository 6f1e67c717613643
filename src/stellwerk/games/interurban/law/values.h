/* Where C finds the law's own values: the fields of structs, the tables of the grid, and numbers in all of them.
 *
 * A cell is also one number here, a side of it 0 to 3 for N, E, S, W, and a set of edges four bits. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <structmember.h>

#define LINES 6
#define SEATS 6   /* at most; five have a colour */
#define HIGHEST 4 /* value of a station */
#define ALL_EDGES 15
#define LARGE (1L << 30)

/* Structs of the law: their types, and where their fields lie in an object. */

typedef struct {
    PyObject *type;
    const char *names[20];
    Py_ssize_t offsets[20];
} Struct;

static Struct laid_struct = {NULL, {"cell", "edges", "tile", "seat"}};
static Struct line_struct = {
    NULL, {"label", "end", "heading", "stations", "straights", "curves", "track_value", "finished", "watched"}};
static Struct site_struct = {NULL, {"cell", "line", "ways", "tracks", "plain", "crossing", "suitable"}};
static Struct player_struct = {NULL, {"open", "stack"}};
static Struct track_struct = {NULL, {"tile", "x", "y", "edges"}};
static Struct options_struct = {NULL, {"finish"}};
static Struct state_struct = {
    NULL, {"options", "rules_version", "start_seat", "turn", "step", "turns", "laid", "station_laid", "box", "open",
           "stack", "players", "tiles", "lines", "reason"}};

enum { LAID_CELL, LAID_EDGES, LAID_TILE, LAID_SEAT };
enum { LABEL, END, HEADING, LINE_STATIONS, STRAIGHTS, CURVES, TRACK_VALUE, FINISHED, WATCHED, LINE_FIELDS };
enum { SITE_CELL, SITE_LINE, SITE_WAYS, SITE_TRACKS, SITE_PLAIN, SITE_CROSSING, SITE_SUITABLE, SITE_FIELDS };
enum { PLAYER_OPEN };
enum { TRACK_EDGES = 3 };
enum { OPTIONS_FINISH };
enum { STATE_OPTIONS, STATE_TURNS = 5, STATE_STATION_LAID = 7, STATE_OPEN = 9, STATE_PLAYERS = 11, STATE_LINES = 13 };

#define FIELD(object, of, field) (*(PyObject **)((char *)(object) + (of).offsets[field]))
#define LAID(laid, field) FIELD(laid, laid_struct, field)
#define LINE(line, field) FIELD(line, line_struct, field)
#define SITE(site, field) FIELD(site, site_struct, field)

static int is_of(PyObject *value, const Struct *of) {
    return Py_TYPE(value) == (PyTypeObject *)of->type;
}

static int expects(int is_so) {
    if (!is_so) {
        PyErr_SetString(PyExc_TypeError, "other arguments than those of the law");
    }
    return is_so;
}

/* Named tuples of the grid */
#define ENTRY_BEHIND(entry) PyTuple_GET_ITEM(entry, 0)
#define ENTRY_WAY(entry, at) PyTuple_GET_ITEM(PyTuple_GET_ITEM(entry, 1), at)
#define ENTRY_SOME(entry, bits) PyTuple_GET_ITEM(PyTuple_GET_ITEM(entry, 3), bits)
#define WAY_EDGES(way) PyTuple_GET_ITEM(way, 0)
#define WAY_HEADING(way) PyTuple_GET_ITEM(way, 1)
#define WAY_CELL(way) PyTuple_GET_ITEM(way, 2)
#define WAY_FACING(way) PyTuple_GET_ITEM(way, 3)

static PyObject *entries[4], *beside_table, *no_ways;
static int64_t start_cells[2], beside_start[LINES];

/* Numbers */

/* An integer; a larger one than any cell or sum is cut off, so that nobody who adds to it has to think of limits. */
static inline long number(PyObject *value) {
#if PY_VERSION_HEX >= 0x030C0000
    if (PyUnstable_Long_IsCompact((PyLongObject *)value)) {
        return (long)PyUnstable_Long_CompactValue((PyLongObject *)value);
    }
#else
    if (Py_SIZE(value) >= -1 && Py_SIZE(value) <= 1) {
        return (long)Py_SIZE(value) * (long)((PyLongObject *)value)->ob_digit[0];
    }
#endif
    int overflow = 0;
    long found = PyLong_AsLongAndOverflow(value, &overflow);
    return overflow > 0 || found > LARGE ? LARGE : overflow < 0 || found < -LARGE ? -LARGE : found;
}

/* A cell as a number; numbers sort as cells do. */
static inline int64_t number_of(PyObject *cell) {
    return (int64_t)number(PyTuple_GET_ITEM(cell, 0)) * ((int64_t)1 << 32) + number(PyTuple_GET_ITEM(cell, 1));
}

static int is_among(int64_t cell, const int64_t *cells, int count) {
    for (int at = 0; at < count; at++) {
        if (cells[at] == cell) {
            return 1;
        }
    }
    return 0;
}

static inline int side_of(Py_UCS4 letter) {
    return letter == 'N' ? 0 : letter == 'E' ? 1 : letter == 'S' ? 2 : 3;
}

static inline int heading_of(PyObject *text) {
    return side_of(PyUnicode_READ_CHAR(text, 0));
}

static inline int opposite(int side) {
    return side ^ 2;
}

static int edges_of(PyObject *text) {
    int edges = 0;
    for (Py_ssize_t at = 0; at < PyUnicode_GET_LENGTH(text); at++) {
        edges |= 1 << side_of(PyUnicode_READ_CHAR(text, at));
    }
    return edges;
}

/* The value of a track tile or a station: its last letter. */
static long value_of(PyObject *tile) {
    return (long)PyUnicode_READ_CHAR(tile, PyUnicode_GET_LENGTH(tile) - 1) - '0';
}

/* What a table of the grid says of a cell: a new reference. */
static PyObject *looked_up(PyObject *table, PyObject *cell) {
    PyObject *found = PyDict_GetItemWithError(table, cell);
    return found != NULL ? Py_NewRef(found) : PyErr_Occurred() ? NULL : PyObject_GetItem(table, cell);
}

/* Where all of this is found in Python */

static PyObject *taken(const char *module, const char *name) {
    char full[80];
    PyOS_snprintf(full, sizeof(full), "stellwerk.games.interurban.law.%s", module);
    PyObject *found = PyImport_ImportModule(full), *value = found == NULL ? NULL : PyObject_GetAttrString(found, name);
    Py_XDECREF(found);
    return value;
}

/* Note where the fields of a struct lie; it has exactly these. */
static int read_struct(Struct *of, const char *module, const char *name) {
    PyObject *fields = NULL;
    if ((of->type = taken(module, name)) == NULL
        || (fields = PyObject_GetAttrString(of->type, "__struct_fields__")) == NULL) {
        return -1;
    }
    int problem = 0;
    Py_ssize_t count = PyTuple_GET_SIZE(fields);
    for (Py_ssize_t at = 0; !problem && at < count; at++) {
        PyObject *member = PyObject_GetAttr(of->type, PyTuple_GET_ITEM(fields, at));
        problem = of->names[at] == NULL || member == NULL || !Py_IS_TYPE(member, &PyMemberDescr_Type)
                  || PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(fields, at), of->names[at])
                  || ((PyMemberDescrObject *)member)->d_member->type != T_OBJECT_EX;
        if (!problem) {
            of->offsets[at] = ((PyMemberDescrObject *)member)->d_member->offset;
        }
        Py_XDECREF(member);
    }
    problem = problem || of->names[count] != NULL;
    Py_DECREF(fields);
    if (problem) {
        PyErr_Format(PyExc_ImportError, "%s has other fields than were expected", name);
    }
    return -problem;
}

static int read_structs(void) {
    return read_struct(&laid_struct, "state", "Laid") || read_struct(&line_struct, "state", "Line")
           || read_struct(&player_struct, "state", "Player") || read_struct(&options_struct, "state", "Options")
           || read_struct(&state_struct, "state", "State") || read_struct(&track_struct, "actions", "LayTrack")
           || read_struct(&site_struct, "placements", "Site");
}

static int read_cells(const char *name, int64_t *cells, Py_ssize_t count) {
    PyObject *value = taken("data", name), *found = value == NULL ? NULL : PySequence_Tuple(value);
    int problem = found == NULL || PyTuple_GET_SIZE(found) != count;
    for (Py_ssize_t at = 0; !problem && at < count; at++) {
        cells[at] = number_of(PyTuple_GET_ITEM(found, at));
    }
    Py_XDECREF(value);
    Py_XDECREF(found);
    if (problem && !PyErr_Occurred()) {
        PyErr_Format(PyExc_ImportError, "%s has other cells than were expected", name);
    }
    return -problem;
}

/* The dict behind a function that looks cells up in it. */
static PyObject *table_of(PyObject *look) {
    PyObject *table = look == NULL ? NULL : PyObject_GetAttrString(look, "__self__");
    if (table != NULL && !PyDict_Check(table)) {
        PyErr_SetString(PyExc_ImportError, "cells are looked up elsewhere than was expected");
        Py_CLEAR(table);
    }
    return table;
}

static int read_grid(void) {
    static const char *const headings[] = {"N", "E", "S", "W"};
    PyObject *by_heading = taken("grid", "entries"), *beside = taken("grid", "beside");
    int problem = by_heading == NULL || (beside_table = table_of(beside)) == NULL;
    for (int at = 0; !problem && at < 4; at++) {
        problem = (entries[at] = table_of(PyDict_GetItemString(by_heading, headings[at]))) == NULL;
    }
    Py_XDECREF(by_heading);
    Py_XDECREF(beside);
    return problem || (no_ways = PyTuple_New(0)) == NULL || read_cells("START_CELLS", start_cells, 2)
           || read_cells("BESIDE_START", beside_start, LINES);
}
