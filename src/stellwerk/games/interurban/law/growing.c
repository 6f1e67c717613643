/* What a tile does to the lines, and what can be laid, in C: the same answers as the functions of the same names in
 * `boards`, `laying`, `finish`, `sites`, `legal` and `scoring`. Tests compare them (`core/compiled.py`). */

#include "values.h"
#include "ground.h"
#include "ways.h"
#include "listing.h"

#define NORTH_SOUTH 5
#define EAST_WEST 10
#define SHARED_RANKS 4 /* IU-6.6, as in `scoring` */

static PyObject *station_type, *complete, *closed_in;

/* The board: `boards` */

static PyObject *copy_of(const uint32_t *places) {
    return PyBytes_FromStringAndSize((const char *)places, (Py_ssize_t)BOARD_SIZE);
}

/* Put a tile on a board that nobody else has seen. */
static int put(PyObject *board, PyObject *laid) {
    uint32_t *places = (uint32_t *)PyBytes_AS_STRING(board);
    Tile tile;
    if (!expects(is_of(laid, &laid_struct) && places[PLACES] < MOST_TILES) || read_tile(laid, &tile)
        || !expects(is_near(LAID(laid, LAID_CELL)) > 0)) {
        return -1;
    }
    uint32_t cell = (uint32_t)place_of(LAID(laid, LAID_CELL));
    uint32_t value = (uint32_t)(tile.station.seat + 1) << 3 | (uint32_t)tile.station.value;
    places[find_place(places, cell)] = cell << 10 | (uint32_t)tile.edges << 6 | value;
    places[PLACES]++;
    return 0;
}

static PyObject *new_board(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    static const uint32_t empty[PLACES + 1];
    PyObject *board = expects(count == 1 && PyTuple_CheckExact(given[0])) ? copy_of(empty) : NULL;
    for (Py_ssize_t at = 0; board != NULL && at < PyTuple_GET_SIZE(given[0]); at++) {
        if (put(board, PyTuple_GET_ITEM(given[0], at))) {
            Py_CLEAR(board);
        }
    }
    return board;
}

static PyObject *with_tile(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    const uint32_t *places = expects(count == 2) ? places_of(given[0]) : NULL;
    PyObject *board = places == NULL ? NULL : copy_of(places);
    if (board != NULL && put(board, given[1])) {
        Py_CLEAR(board);
    }
    return board;
}

/* The lines after a tile: `settle` */

static PyObject *stations_of(const Line *line) {
    PyObject *former = LINE(line->line, LINE_STATIONS);
    if (PyTuple_GET_SIZE(former) == line->count) {
        return Py_NewRef(former);
    }
    PyObject *found = PyTuple_New(line->count);
    for (int at = 0; found != NULL && at < line->count; at++) {
        PyObject *station = at < PyTuple_GET_SIZE(former)
                                ? Py_NewRef(PyTuple_GET_ITEM(former, at))
                                : PyObject_CallFunction(
                                      station_type, "ll", line->stations[at].seat, line->stations[at].value);
        if (station == NULL) {
            Py_CLEAR(found);
        } else {
            PyTuple_SET_ITEM(found, at, station);
        }
    }
    return found;
}

/* A line that has grown by a tile, or has been finished, or has another way out; what is new of it is not NULL. */
static PyObject *new_line(const Line *line, const Tile *tile, PyObject *finished, PyObject *watched) {
    static const char letters[] = "NESW";
    PyObject *values[LINE_FIELDS], *made[5] = {NULL}, *found = NULL;
    int is_new = tile != NULL, is_track = is_new && tile->station.seat < 0, is_made = 1;
    for (int at = 0; at < LINE_FIELDS; at++) {
        values[at] = LINE(line->line, at);
    }
    if (is_new) {
        int is_straight = heading_of(values[HEADING]) == line->heading;
        values[END] = line->end;
        values[HEADING] = made[0] = PyUnicode_FromStringAndSize(letters + line->heading, 1);
        values[LINE_STATIONS] = made[1] = stations_of(line);
        values[STRAIGHTS] = made[2] = PyLong_FromLong(number(values[STRAIGHTS]) + (is_track && is_straight));
        values[CURVES] = made[3] = PyLong_FromLong(number(values[CURVES]) + (is_track && !is_straight));
        values[TRACK_VALUE] = made[4] = PyLong_FromLong(number(values[TRACK_VALUE]) + (is_track ? tile->value : 0));
        for (int at = 0; at < 5; at++) {
            is_made &= made[at] != NULL;
        }
    }
    values[FINISHED] = finished != NULL ? finished : values[FINISHED];
    values[WATCHED] = watched != NULL ? watched : values[WATCHED];
    if (is_made) {
        found = PyObject_Vectorcall(line_struct.type, values, LINE_FIELDS, NULL);
    }
    for (int at = 0; at < 5; at++) {
        Py_XDECREF(made[at]);
    }
    return found;
}

/* A line after a tile: the same object if the tile leaves it as it was. */
static PyObject *settled(const Question *asked, const Tile *tile, int number, int is_complete) {
    const Line *line = asked->ground.lines + number;
    PyObject *watched = NULL, *finished = is_complete ? complete : NULL;
    if (!stays(asked, number)) {
        int is_open = has_way_out(asked, line, &watched);
        int is_other = is_open > 0 ? PyObject_RichCompareBool(watched, LINE(line->line, WATCHED), Py_NE) : is_open;
        if (is_other <= 0) {
            Py_CLEAR(watched);
        }
        if (is_other < 0) {
            return NULL;
        }
        if (!is_open) {
            finished = closed_in;
        }
    }
    int is_grown = asked->grown >> number & 1;
    PyObject *found = is_grown || finished != NULL || watched != NULL
                          ? new_line(line, is_grown ? tile : NULL, finished, watched)
                          : Py_NewRef(line->line);
    Py_XDECREF(watched);
    return found;
}

static PyObject *settle_all(Question *asked, const Tile *tile) {
    PyObject *found = PyTuple_New(asked->ground.count);
    int completed = 0;
    for (int at = 0; at < asked->ground.count; at++) { /* all of them before IU-5.2 is asked (IU-4.M) */
        Line *line = asked->ground.lines + at;
        if (asked->grown >> at & 1 && has_all_values(line)) {
            completed |= 1 << at;
            line->is_finished = 1;
        }
    }
    for (int at = 0; found != NULL && at < asked->ground.count; at++) {
        PyObject *line = settled(asked, tile, at, completed >> at & 1);
        if (line == NULL) {
            Py_CLEAR(found);
        } else {
            PyTuple_SET_ITEM(found, at, line);
        }
    }
    return found;
}

static PyObject *settle(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Question asked = {.count = 0};
    int is_laid = count == 5 && given[2] != Py_None;
    if (!expects(count == 5 && (!is_laid || is_of(given[2], &laid_struct)) && is_of(given[3], &options_struct)
                 && number(given[4]) <= SEATS)
        || read_ground(given[0], given[1], lines, &asked.ground)) {
        return NULL;
    }
    asked.is_next_cell = is_next_cell(given[3]);
    asked.seats = number(given[4]);
    if (!is_laid) {
        return settle_all(&asked, NULL);
    }
    Growth growth = {.cell = LAID(given[2], LAID_CELL)};
    PyObject *found = read_tile(given[2], &growth.tile) || grow(&asked, &growth)
                          ? NULL
                          : settle_all(&asked, &growth.tile);
    release(&growth);
    return found;
}

/* Whether a tile may be laid: `laying` */

/* What a tile meets that somebody wants to lay, by the sides of its cell. */
typedef struct {
    Tile tile;
    int there[4];
    Tile beside[4];
    int64_t cells[4];
    const Line *ends[4]; /* lines that end here, by the side they come from */
    int count;           /* of these */
} Wish;

static int read_wish(const Ground *ground, PyObject *cell, Wish *wish) {
    int64_t here = number_of(cell);
    PyObject *cells = looked_up(beside_table, cell);
    for (int side = 0; cells != NULL && side < 4; side++) {
        wish->cells[side] = number_of(PyTuple_GET_ITEM(cells, side + 1));
        wish->there[side] = look(ground, PyTuple_GET_ITEM(cells, side + 1), wish->beside + side);
    }
    for (int at = 0; at < ground->count; at++) {
        if (ground->lines[at].cell == here) {
            wish->ends[opposite(ground->lines[at].heading)] = ground->lines + at;
            wish->count++;
        }
    }
    Py_XDECREF(cells);
    return cells == NULL ? -1 : 0;
}

/* F, A, C: what touches whom. */
static int may_touch(const Wish *wish) {
    int is_station = wish->tile.station.seat >= 0;
    for (int side = 0; side < 4; side++) {
        const Tile *other = wish->beside + side;
        if (wish->there[side]
            && ((wish->tile.edges >> side & 1) != (other->edges >> opposite(side) & 1)
                || (is_station && (other->station.seat >= 0 || is_among(wish->cells[side], start_cells, 2))))) {
            return 0;
        }
    }
    return 1;
}

/* M, E and IU-3.1: the lines that end here. */
static int may_extend(const Wish *wish) {
    int ends = 0, edges = wish->tile.edges;
    for (int side = 0; side < 4; side++) {
        if (wish->ends[side] != NULL) {
            ends |= 1 << side;
            if (wish->ends[side]->is_finished) {
                return 0;
            }
        }
    }
    int is_joined = edges == ALL_EDGES ? (ends & NORTH_SOUTH) == NORTH_SOUTH || (ends & EAST_WEST) == EAST_WEST
                                       : (ends & edges) == edges;
    return wish->count == 1 || (wish->count > 1 && !is_joined);
}

/* D and G to J: the station that lines get, this tile or a crossing that it runs into. */
static int may_gain(const Wish *wish) {
    Station gained = wish->tile.station;
    int is_gained = gained.seat >= 0;
    for (int side = 0; !is_gained && side < 4; side++) {
        if (wish->there[side] && wish->tile.edges >> side & 1 && wish->ends[side] == NULL) {
            gained = wish->beside[side].station;
            is_gained = 1;
        }
    }
    for (int side = 0; is_gained && side < 4; side++) {
        if (wish->ends[side] != NULL && (gained.seat < 0 || !suits(wish->ends[side], gained))) {
            return 0;
        }
    }
    return 1;
}

static PyObject *is_surely_allowed(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Ground ground;
    if (!expects(count == 3 && is_of(given[2], &laid_struct)) || read_ground(given[0], given[1], lines, &ground)) {
        return NULL;
    }
    PyObject *cell = LAID(given[2], LAID_CELL);
    Wish wish = {.count = 0};
    Tile taken;
    int nearness = is_near(cell);
    if (nearness < 0 || read_tile(given[2], &wish.tile)) {
        return NULL;
    }
    if (!nearness || look(&ground, cell, &taken)) {
        Py_RETURN_FALSE;
    }
    if (read_wish(&ground, cell, &wish)) {
        return NULL;
    }
    return PyBool_FromLong(may_extend(&wish) && may_touch(&wish) && may_gain(&wish));
}

/* Points: `scoring` */

/* The start number of a line by its own label, or -1 for that of another line. */
static long own_number(PyObject *line) {
    Py_UCS4 label = PyUnicode_READ_CHAR(LINE(line, LABEL), 0);
    return label == 'H' || label == 'L' ? -1
           : label == 'S'               ? number(LINE(line, STRAIGHTS))
           : label == 'C'               ? number(LINE(line, CURVES))
                                        : (long)label - '0';
}

static void find_start_numbers(const Ground *ground, long *starts) { /* IU-6.4 */
    long least = LONG_MAX, most = 0;
    for (int at = 0; at < ground->count; at++) {
        starts[at] = own_number(ground->lines[at].line);
        if (starts[at] >= 0) {
            least = starts[at] < least ? starts[at] : least;
            most = starts[at] > most ? starts[at] : most;
        }
    }
    for (int at = 0; at < ground->count; at++) {
        if (starts[at] < 0) {
            starts[at] = PyUnicode_READ_CHAR(LINE(ground->lines[at].line, LABEL), 0) == 'H' ? most : least;
        }
    }
}

/* Add each player's share of a line of this value: IU-6.5, IU-6.6. */
static void add_shares(const Line *line, long value, long *sums, long seats) {
    long economic[SEATS] = {0};
    for (int at = 0; at < line->count; at++) {
        economic[line->stations[at].seat % SEATS] += line->stations[at].value;
    }
    for (long seat = 0; seat < seats; seat++) {
        int rank = 0; /* the number of different higher values */
        for (long other = 0; other < seats; other++) {
            int is_first = 1;
            for (long earlier = 0; earlier < other; earlier++) {
                is_first &= economic[earlier] != economic[other];
            }
            rank += is_first && economic[other] > economic[seat];
        }
        if (economic[seat] && rank < SHARED_RANKS) {
            sums[seat] += (value + (1L << rank) - 1) >> rank;
        }
    }
}

static PyObject *totals(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Ground ground;
    long starts[LINES], sums[SEATS] = {0}, seats = count == 2 ? number(given[1]) : -1;
    if (!expects(seats >= 0 && seats <= SEATS) || read_lines(given[0], lines, &ground)) {
        return NULL;
    }
    PyObject *found = PyTuple_New(seats);
    find_start_numbers(&ground, starts);
    for (int at = 0; at < ground.count; at++) {
        add_shares(lines + at, starts[at] + number(LINE(lines[at].line, TRACK_VALUE)), sums, seats);
    }
    for (long seat = 0; found != NULL && seat < seats; seat++) {
        PyObject *sum = PyLong_FromLong(sums[seat]);
        if (sum == NULL) {
            Py_CLEAR(found);
        } else {
            PyTuple_SET_ITEM(found, seat, sum);
        }
    }
    return found;
}

/* The module */

static int read_law(void) {
    return read_structs() || read_grid() || read_placements()
           || (station_type = taken("state", "LineStation")) == NULL
           || (complete = PyUnicode_InternFromString("IU-5.1")) == NULL
           || (closed_in = PyUnicode_InternFromString("IU-5.2")) == NULL;
}

#define TAKEN(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef functions[] = {
    TAKEN(is_surely_allowed), TAKEN(new_board), TAKEN(next_sites), TAKEN(placements),
    TAKEN(settle),            TAKEN(totals),    TAKEN(with_tile),  {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "growing", "See `ground.h`.", -1, functions};

PyMODINIT_FUNC PyInit_growing(void) {
    return read_law() ? NULL : PyModule_Create(&definition);
}
