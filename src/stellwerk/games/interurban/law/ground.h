/* The law's own values as C reads them: tiles, lines, and what fits the cell at a line's end (`fitting`).
 *
 * A cell is also one number here, a side of it 0 to 3 for N, E, S, W, and a set of edges four bits. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <structmember.h>

#define LINES 6
#define SEATS 6    /* at most; five have a colour */
#define HIGHEST 4  /* value of a station */
#define STATIONS 12 /* at most on a line; the laying rules allow eight of five players */

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
static Struct options_struct = {NULL, {"finish"}};
static Struct state_struct = {
    NULL, {"options", "rules_version", "start_seat", "turn", "step", "turns", "laid", "station_laid", "box", "open",
           "stack", "players", "tiles", "lines", "reason"}};

enum { LAID_CELL, LAID_EDGES, LAID_TILE, LAID_SEAT };
enum { LABEL, END, HEADING, LINE_STATIONS, STRAIGHTS, CURVES, TRACK_VALUE, FINISHED, WATCHED, LINE_FIELDS };
enum { SITE_CELL, SITE_LINE, SITE_WAYS, SITE_TRACKS, SITE_PLAIN, SITE_CROSSING, SITE_SUITABLE, SITE_FIELDS };
enum { PLAYER_OPEN };
enum { OPTIONS_FINISH };
enum { STATE_OPTIONS = 0, STATE_TURNS = 5, STATE_STATION_LAID = 7, STATE_OPEN = 9, STATE_PLAYERS = 11, STATE_LINES = 13 };

#define FIELD(object, of, field) (*(PyObject **)((char *)(object) + (of).offsets[field]))
#define LAID(laid, field) FIELD(laid, laid_struct, field)
#define LINE(line, field) FIELD(line, line_struct, field)
#define SITE(site, field) FIELD(site, site_struct, field)

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
    return PyLong_AsLong(value);
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

/* Tiles and lines */

typedef struct {
    long seat, value; /* the seat is -1 for track */
} Station;

typedef struct {
    int edges;
    Station station;
    long value; /* of track */
} Tile;

typedef struct {
    PyObject *line;
    PyObject *end; /* its references are borrowed from lines and tables */
    int64_t cell;  /* the same cell */
    int heading, is_finished;
    int count; /* of stations */
    Station stations[STATIONS];
} Line;

/* A tile that is tried. It lies on the board too, and covers what lies there. */
typedef struct Trial {
    PyObject *cell;
    int64_t number;
    Tile tile;
    const struct Trial *before;
} Trial;

/* A board is a table of numbers, one for each tile: 22 bits for its cell, four for its edges, three for its seat and
 * one, three for the value of a station. A number lies at the place that follows from its cell, or at the next that
 * was empty; there are more places than tiles. */
#define PLACES 256
#define REACH 1024 /* cells lie nearer to the start tiles */

typedef struct {
    const uint32_t *board;
    Line *lines;
    int count; /* of lines */
    const Trial *trial;
} Ground;

static Tile tile_of(PyObject *laid) {
    PyObject *seat = LAID(laid, LAID_SEAT);
    int edges = edges_of(LAID(laid, LAID_EDGES));
    long value = value_of(LAID(laid, LAID_TILE));
    return seat == Py_None ? (Tile){edges, {-1, 0}, value} : (Tile){edges, {number(seat), value}, 0};
}

static int add_station(Line *line, Station station) {
    if (line->count == STATIONS) {
        PyErr_SetString(PyExc_ValueError, "more stations on a line than its rules allow");
        return -1;
    }
    line->stations[line->count++] = station;
    return 0;
}

static int read_line(PyObject *line, Line *found) {
    PyObject *stations = LINE(line, LINE_STATIONS), *end = LINE(line, END);
    found->line = line;
    found->end = end;
    found->cell = number_of(end);
    found->heading = heading_of(LINE(line, HEADING));
    found->is_finished = LINE(line, FINISHED) != Py_None;
    found->count = 0;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(stations); at++) {
        PyObject *station = PyTuple_GET_ITEM(stations, at);
        Station one = {number(PyTuple_GET_ITEM(station, 0)), number(PyTuple_GET_ITEM(station, 1))};
        if (add_station(found, one)) {
            return -1;
        }
    }
    return 0;
}

/* The table of a board: NULL for anything else. */
static const uint32_t *places_of(PyObject *board) {
    if (!PyBytes_CheckExact(board) || PyBytes_GET_SIZE(board) != (Py_ssize_t)(PLACES * sizeof(uint32_t))) {
        PyErr_SetString(PyExc_TypeError, "a board is taken");
        return NULL;
    }
    return (const uint32_t *)PyBytes_AS_STRING(board);
}

/* A cell as 22 bits; -1 if it is too far away for a board. */
static int32_t place_of(PyObject *cell) {
    long x = number(PyTuple_GET_ITEM(cell, 0)) + REACH, y = number(PyTuple_GET_ITEM(cell, 1)) + REACH;
    return x < 0 || y < 0 || x >= 2 * REACH || y >= 2 * REACH ? -1 : (int32_t)(x * 2 * REACH + y);
}

/* Where the tile of a cell lies in a table, or the empty place where it would lie. */
static uint32_t find_place(const uint32_t *places, uint32_t cell) {
    uint32_t at = cell * UINT32_C(0x9E3779B1) >> 24;
    while (places[at] && places[at] >> 10 != cell) {
        at = (at + 1) % PLACES;
    }
    return at;
}

/* Read the lines of a state, of which there are six, or none before the deal. */
static int read_lines(PyObject *lines, Line *found, Ground *ground) {
    *ground = (Ground){NULL, found, 0, NULL};
    if (!PyTuple_CheckExact(lines) || PyTuple_GET_SIZE(lines) > LINES) {
        PyErr_SetString(PyExc_TypeError, "the lines of a state are taken");
        return -1;
    }
    for (; ground->count < PyTuple_GET_SIZE(lines); ground->count++) {
        if (read_line(PyTuple_GET_ITEM(lines, ground->count), found + ground->count)) {
            return -1;
        }
    }
    return 0;
}

static int read_ground(PyObject *board, PyObject *lines, Line *found, Ground *ground) {
    const uint32_t *places = places_of(board);
    if (places == NULL || read_lines(lines, found, ground)) {
        return -1;
    }
    ground->board = places;
    return 0;
}

/* 1 if a tile lies on a cell. */
static int look(const Ground *ground, PyObject *cell, Tile *tile) {
    int64_t here = ground->trial == NULL ? 0 : number_of(cell);
    for (const Trial *one = ground->trial; one != NULL; one = one->before) {
        if (one->number == here) {
            *tile = one->tile;
            return 1;
        }
    }
    int32_t place = place_of(cell);
    uint32_t packed = place < 0 ? 0 : ground->board[find_place(ground->board, (uint32_t)place)];
    Station station = {(long)(packed >> 3 & 7) - 1, (long)(packed & 7)};
    *tile = (Tile){(int)(packed >> 6 & 15), station, 0};
    return packed != 0;
}

/* 1 if a line may get a station next. */
static int suits(const Line *line, Station station) {
    for (int at = 0; at < line->count; at++) {
        Station other = line->stations[at];
        if (other.value == station.value && (station.value != HIGHEST || other.seat == station.seat)) {
            return 0; /* IU-4.G, IU-4.H, IU-4.I; IU-4.J */
        }
    }
    return !line->count || line->stations[line->count - 1].seat != station.seat; /* IU-4.D */
}

/* The stations that a line may get next, as the sum of their bits. */
static uint64_t suitable(const Line *line, long seats) {
    uint64_t found = 0;
    for (long seat = 0; seat < seats; seat++) {
        for (long value = 1; value <= HIGHEST; value++) {
            found |= (uint64_t)suits(line, (Station){seat, value}) << (seat * (HIGHEST + 1) + value);
        }
    }
    return found;
}

/* What fits */

typedef struct {
    PyObject *entry; /* holds the ways; whoever asks for a fit releases it */
    PyObject *ways;
    int is_joined; /* the only way runs into this free crossing */
    Station joined;
    int plain, crossing, crossed; /* the last is a line's number, or -1 */
} Fit;

/* Where another track leads into the cell: it is joined, or crossed at a right angle. */
static void fit_beside_track(const Ground *ground, int64_t cell, PyObject *ways, Station joined, int crossing, Fit *fit) {
    int facing = heading_of(WAY_FACING(PyTuple_GET_ITEM(ways, 0)));
    for (int at = 0; at < ground->count; at++) {
        if (ground->lines[at].cell == cell && ground->lines[at].heading == facing) {
            if (crossing && !ground->lines[at].is_finished) { /* IU-4.M */
                fit->crossing = 1;                            /* IU-4.L */
                fit->crossed = at;
            }
            return;
        }
    }
    fit->ways = ways; /* IU-4.K; no station touches another (IU-4.C) */
    fit->is_joined = 1;
    fit->joined = joined;
}

static int fit_entry(const Ground *ground, int64_t cell, Fit *fit) {
    Tile tile;
    Station joined = {-1, 0};
    int station = 0, free = 0, met = -1, blank = 0;
    if (!is_among(cell, beside_start, LINES)) { /* IU-4.A */
        if (!look(ground, ENTRY_BEHIND(fit->entry), &tile)) {
            PyErr_SetObject(PyExc_KeyError, ENTRY_BEHIND(fit->entry));
            return -1;
        }
        station = tile.station.seat < 0; /* IU-4.C */
    }
    for (int at = 0; at < 3; at++) {
        PyObject *way = ENTRY_WAY(fit->entry, at);
        if (!look(ground, WAY_CELL(way), &tile)) {
            free |= 1 << at;
            continue;
        }
        if (tile.station.seat >= 0) {
            station = 0; /* IU-4.C */
        }
        if (!(tile.edges >> heading_of(WAY_FACING(way)) & 1)) {
            blank = 1;
        } else if (met < 0) {
            met = at;
            joined = tile.station;
        } else {
            return 0; /* IU-4.E, IU-4.F: two more tracks lead here */
        }
    }
    if (met >= 0) {
        fit_beside_track(ground, cell, ENTRY_SOME(fit->entry, 1 << met), joined, station && !blank && met, fit);
        return 0;
    }
    fit->ways = ENTRY_SOME(fit->entry, free);
    fit->plain = station && free & 1;
    fit->crossing = fit->plain && !blank;
    return 0;
}

/* What fits an empty cell that a line enters with this heading; -1 for an error. */
static int find_fit(const Ground *ground, PyObject *cell, int heading, Fit *fit) {
    *fit = (Fit){.entry = looked_up(entries[heading], cell), .ways = no_ways, .crossed = -1};
    if (fit->entry == NULL || fit_entry(ground, number_of(cell), fit)) {
        Py_CLEAR(fit->entry);
        return -1;
    }
    return 0;
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
           || read_cells("BESIDE_START", beside_start, LINES) || read_struct(&laid_struct, "state", "Laid")
           || read_struct(&line_struct, "state", "Line") || read_struct(&player_struct, "state", "Player")
           || read_struct(&options_struct, "state", "Options") || read_struct(&state_struct, "state", "State")
           || read_struct(&site_struct, "placements", "Site");
}
