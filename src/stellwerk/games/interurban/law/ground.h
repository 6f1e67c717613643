/* The board and its lines in numbers, and what fits the cell at a line's end (`fitting`). */

#define STATIONS 12 /* at most on a line; the laying rules allow eight of five players */

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
 * was empty. Behind the table stands how many tiles were put there: always fewer than there are places. */
#define PLACES 256
#define MOST_TILES 128 /* all tiles of five players are 94 */
#define BOARD_SIZE ((PLACES + 1) * sizeof(uint32_t))
#define REACH 1024 /* cells lie nearer to the start tiles */

typedef struct {
    const uint32_t *board;
    Line *lines;
    int count; /* of lines */
    const Trial *trial;
} Ground;

/* 1 if a player may own it. States that somebody else has written down may hold anything. */
static int is_station(Station station) {
    return station.seat >= 0 && station.seat < SEATS && station.value > 0 && station.value <= HIGHEST;
}

static int read_tile(PyObject *laid, Tile *tile) {
    PyObject *seat = LAID(laid, LAID_SEAT);
    int edges = edges_of(LAID(laid, LAID_EDGES));
    long value = value_of(LAID(laid, LAID_TILE));
    if (seat == Py_None) {
        *tile = (Tile){edges, {-1, 0}, value};
        return 0;
    }
    *tile = (Tile){edges, {PyLong_Check(seat) ? number(seat) : PyLong_AsLong(seat), value}, 0};
    return expects(is_station(tile->station)) ? 0 : -1;
}

static int add_station(Line *line, Station station) {
    if (!expects(is_station(station))) {
        return -1;
    }
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
    if (!PyBytes_CheckExact(board) || PyBytes_GET_SIZE(board) != (Py_ssize_t)BOARD_SIZE) {
        PyErr_SetString(PyExc_TypeError, "a board is taken");
        return NULL;
    }
    return (const uint32_t *)PyBytes_AS_STRING(board);
}

/* 1 for a cell that may lie on a board, 0 for one that is too far away, -1 for anything else: actions that programs
 * make themselves may hold whatever is equal to an integer, such as a float. */
static int is_near(PyObject *cell) {
    if (!expects(PyTuple_CheckExact(cell) && PyTuple_GET_SIZE(cell) == 2 && PyLong_Check(PyTuple_GET_ITEM(cell, 0))
                 && PyLong_Check(PyTuple_GET_ITEM(cell, 1)))) {
        return -1;
    }
    long x = number(PyTuple_GET_ITEM(cell, 0)), y = number(PyTuple_GET_ITEM(cell, 1));
    return x > -REACH && x < REACH && y > -REACH && y < REACH;
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
static void fit_beside_track(
    const Ground *ground, int64_t cell, PyObject *ways, Station joined, int crossing, Fit *fit) {
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
