/* What can be laid at the ends of lines (`sites`), and the placements that are legal (`legal`). */

#define OPEN 3 /* tiles lie open */

static PyObject *lay_tracks, *lay_station, *track_tiles, *station_tiles;

static int read_placements(void) {
    return (track_tiles = taken("data", "TRACK_TILES")) == NULL
           || (station_tiles = taken("data", "STATION_TILES")) == NULL
           || (lay_tracks = taken("placements", "lay_tracks")) == NULL
           || (lay_station = taken("placements", "lay_station")) == NULL;
}

/* Sites */

static PyObject *new_site(const Ground *ground, const Line *line, long seats) {
    PyObject *found = NULL;
    Fit fit;
    if (find_fit(ground, line->end, line->heading, &fit)) {
        return NULL;
    }
    uint64_t stations = suitable(line, seats);
    if (fit.crossed >= 0) { /* IU-4.L */
        stations &= suitable(ground->lines + fit.crossed, seats);
    }
    PyObject *ways = fit.is_joined && !suits(line, fit.joined) ? no_ways : fit.ways; /* IU-4.K */
    PyObject *tracks = PyObject_CallOneArg(lay_tracks, ways), *set = PyLong_FromUnsignedLongLong(stations);
    if (tracks != NULL && set != NULL) {
        PyObject *plain = fit.plain ? WAY_EDGES(PyTuple_GET_ITEM(ways, 0)) : Py_None;
        PyObject *values[] = {line->end, line->line, ways, tracks, plain, fit.crossing ? Py_True : Py_False, set};
        found = PyObject_Vectorcall(site_struct.type, values, SITE_FIELDS, NULL);
    }
    Py_XDECREF(tracks);
    Py_XDECREF(set);
    Py_DECREF(fit.entry);
    return found;
}

/* Sites in the order of their cells; the references are its own. */
typedef struct {
    PyObject *sites[LINES];
    int64_t cells[LINES];
    int count;
} Sites;

/* Add a site, of which the reference is taken over, unless it is NULL. */
static int add_site(Sites *found, PyObject *site) {
    if (site == NULL || !expects(found->count < LINES)) {
        Py_XDECREF(site);
        return -1;
    }
    int64_t cell = number_of(SITE(site, SITE_CELL));
    int at = found->count++;
    for (; at > 0 && found->cells[at - 1] > cell; at--) {
        found->cells[at] = found->cells[at - 1];
        found->sites[at] = found->sites[at - 1];
    }
    found->cells[at] = cell;
    found->sites[at] = site;
    return 0;
}

/* 1 if a line is the last unfinished one that ends on its cell. */
static int has_site(const Ground *ground, int number) {
    const Line *line = ground->lines + number;
    int answer = !line->is_finished;
    for (int at = number + 1; at < ground->count; at++) {
        answer &= ground->lines[at].is_finished || ground->lines[at].cell != line->cell;
    }
    return answer;
}

/* The cells around a new tile, and where lines end that it changed; how many there are, -1 for an error. */
static int touched_by(PyObject *cell, PyObject *before, const Ground *ground, int64_t *touched) {
    PyObject *beside = looked_up(beside_table, cell);
    int count = 0;
    for (; beside != NULL && count < 5; count++) {
        touched[count] = number_of(PyTuple_GET_ITEM(beside, count));
    }
    for (int at = 0; at < ground->count; at++) {
        if (!PyTuple_GET_SIZE(before) || ground->lines[at].line != PyTuple_GET_ITEM(before, at)) {
            touched[count++] = ground->lines[at].cell;
        }
    }
    Py_XDECREF(beside);
    return beside == NULL ? -1 : count;
}

static PyObject *next_sites(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Ground ground;
    if (!expects(count == 6 && PyTuple_CheckExact(given[0]) && PyTuple_CheckExact(given[3])
                 && number(given[5]) <= SEATS)
        || read_ground(given[1], given[4], lines, &ground)
        || !expects(!PyTuple_GET_SIZE(given[3]) || PyTuple_GET_SIZE(given[3]) == ground.count)) {
        return NULL;
    }
    PyObject *kept = given[0], *answer = NULL;
    int64_t touched[5 + LINES];
    int touches = touched_by(given[2], given[3], &ground, touched), problem = touches < 0;
    Sites found = {.count = 0};
    for (Py_ssize_t at = 0; !problem && at < PyTuple_GET_SIZE(kept); at++) {
        PyObject *site = PyTuple_GET_ITEM(kept, at);
        if (!is_among(number_of(SITE(site, SITE_CELL)), touched, touches)) {
            problem = add_site(&found, Py_NewRef(site));
        }
    }
    for (int at = 0; !problem && at < ground.count; at++) {
        if (is_among(lines[at].cell, touched, touches) && has_site(&ground, at)) {
            problem = add_site(&found, new_site(&ground, lines + at, number(given[5])));
        }
    }
    if (!problem && note_cells(NULL, 0, found.sites, found.count, &answer) < 0) {
        answer = NULL;
    }
    while (found.count > 0) {
        Py_DECREF(found.sites[--found.count]);
    }
    return answer;
}

/* Placements */

/* What is listed, and for whom; in the first round only what finishes no line (IU-4.B). */
typedef struct {
    Ground ground;
    PyObject *sites, *found;
    int first_only, first_round, is_next_cell;
    long seats;
    signed char ways[LINES][16];     /* of each site: 1 if track with these edges finishes a line, -1 if unknown */
    signed char harmless[LINES][2]; /* the same for plain stations and crossings: 1 if none does */
} Listing;

static int is_done(const Listing *list) {
    return list->first_only && PyList_GET_SIZE(list->found);
}

static int track_finishes(Listing *list, Py_ssize_t site, PyObject *cell, PyObject *action) {
    int edges = edges_of(FIELD(action, track_struct, TRACK_EDGES));
    signed char *answer = &list->ways[site][edges];
    if (*answer < 0) {
        Tile tile = {edges, {-1, 0}, 0};
        *answer = (signed char)finishes(&list->ground, cell, tile, list->is_next_cell, list->seats);
    }
    return *answer;
}

/* 1 if no station there finishes a line, whoever owns it and whatever it is worth. */
static int is_harmless(const Listing *list, PyObject *cell, Tile tile) {
    int64_t here = number_of(cell);
    for (int at = 0; at < list->ground.count; at++) {
        if (list->ground.lines[at].cell == here && list->ground.lines[at].count + 1 >= HIGHEST) {
            return 0; /* IU-5.1 might */
        }
    }
    int answer = finishes(&list->ground, cell, tile, list->is_next_cell, 0);
    return answer < 0 ? -1 : !answer;
}

static int station_finishes(Listing *list, Py_ssize_t site, PyObject *cell, Tile tile) {
    signed char *harmless = &list->harmless[site][tile.edges == ALL_EDGES];
    if (*harmless < 0) {
        *harmless = (signed char)is_harmless(list, cell, tile);
    }
    return *harmless < 0 ? -1 : *harmless ? 0 : finishes(&list->ground, cell, tile, list->is_next_cell, list->seats);
}

static int list_track(Listing *list, PyObject *tile) {
    for (Py_ssize_t at = 0; !is_done(list) && at < PyTuple_GET_SIZE(list->sites); at++) {
        PyObject *site = PyTuple_GET_ITEM(list->sites, at);
        PyObject *placements = PyDict_GetItemWithError(SITE(site, SITE_TRACKS), tile);
        Py_ssize_t count = placements == NULL ? 0 : PyTuple_GET_SIZE(placements);
        for (Py_ssize_t one = 0; one < count && !is_done(list); one++) {
            PyObject *action = PyTuple_GET_ITEM(placements, one);
            int finished = list->first_round ? track_finishes(list, at, SITE(site, SITE_CELL), action) : 0;
            if (finished < 0 || (!finished && PyList_Append(list->found, action))) {
                return -1;
            }
        }
    }
    return PyErr_Occurred() ? -1 : 0;
}

static int list_station(Listing *list, PyObject *name, Station station) {
    int is_crossing = PyUnicode_READ_CHAR(name, 0) == 'x', problem = 0;
    PyObject *seat = PyLong_FromLong(station.seat);
    for (Py_ssize_t at = 0; !problem && !is_done(list) && at < PyTuple_GET_SIZE(list->sites); at++) {
        PyObject *site = PyTuple_GET_ITEM(list->sites, at), *cell = SITE(site, SITE_CELL);
        PyObject *edges = is_crossing ? Py_None : SITE(site, SITE_PLAIN);
        uint64_t suits = PyLong_AsUnsignedLongLong(SITE(site, SITE_SUITABLE));
        if ((is_crossing ? SITE(site, SITE_CROSSING) != Py_True : edges == Py_None)
            || !(suits >> (station.seat * (HIGHEST + 1) + station.value) & 1)) {
            continue;
        }
        Tile tile = {is_crossing ? ALL_EDGES : edges_of(edges), station, 0};
        int finished = list->first_round ? station_finishes(list, at, cell, tile) : 0;
        if (finished) {
            problem = finished < 0;
            continue;
        }
        PyObject *values[] = {seat, name, cell, edges}, *action = PyObject_Vectorcall(lay_station, values, 4, NULL);
        problem = action == NULL || PyList_Append(list->found, action);
        Py_XDECREF(action);
    }
    Py_XDECREF(seat);
    return -problem;
}

/* A tile by its one or two letters, which are compared sooner than texts. */
static int code_of(PyObject *tile) {
    int first = (int)PyUnicode_READ_CHAR(tile, 0);
    return PyUnicode_GET_LENGTH(tile) == 1 ? first : first << 8 | (int)PyUnicode_READ_CHAR(tile, 1);
}

/* The tiles in open places, by their codes; an empty place is 0. */
static int read_open(PyObject *open, int *codes) {
    for (Py_ssize_t at = 0; at < OPEN; at++) {
        PyObject *tile = at < PyTuple_GET_SIZE(open) ? PyTuple_GET_ITEM(open, at) : Py_None;
        codes[at] = tile == Py_None ? 0 : code_of(tile);
    }
    return expects(PyTuple_GET_SIZE(open) <= OPEN) ? 0 : -1;
}

static int is_open(const int *codes, PyObject *tile) {
    int code = code_of(tile);
    return codes[0] == code || codes[1] == code || codes[2] == code;
}

static int list_tracks(Listing *list, PyObject *open) {
    int codes[OPEN];
    int problem = read_open(open, codes);
    for (Py_ssize_t at = 0; !problem && at < PyTuple_GET_SIZE(track_tiles); at++) {
        PyObject *tile = PyTuple_GET_ITEM(track_tiles, at);
        problem = is_open(codes, tile) && list_track(list, tile);
    }
    return problem;
}

static int list_stations(Listing *list, PyObject *players) {
    int codes[OPEN];
    int problem = 0;
    for (Py_ssize_t seat = 0; !problem && seat < PyTuple_GET_SIZE(players); seat++) {
        problem = read_open(FIELD(PyTuple_GET_ITEM(players, seat), player_struct, PLAYER_OPEN), codes);
        for (Py_ssize_t at = 0; !problem && at < PyTuple_GET_SIZE(station_tiles); at++) {
            PyObject *tile = PyTuple_GET_ITEM(station_tiles, at);
            problem = is_open(codes, tile) && list_station(list, tile, (Station){(long)seat, value_of(tile)});
        }
    }
    return problem;
}

static PyObject *placements(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count) {
    Line lines[LINES];
    Listing list;
    if (!expects(count == 4 && is_of(given[0], &state_struct) && PyTuple_CheckExact(given[2]))
        || read_ground(given[1], FIELD(given[0], state_struct, STATE_LINES), lines, &list.ground)) {
        return NULL;
    }
    PyObject *state = given[0], *players = FIELD(state, state_struct, STATE_PLAYERS);
    list.sites = given[2];
    list.found = PyList_New(0);
    list.first_only = given[3] == Py_True;
    list.seats = (long)PyTuple_GET_SIZE(players);
    list.first_round = number(FIELD(state, state_struct, STATE_TURNS)) < list.seats;
    list.is_next_cell = is_next_cell(FIELD(state, state_struct, STATE_OPTIONS));
    memset(list.ways, -1, sizeof(list.ways));
    memset(list.harmless, -1, sizeof(list.harmless));
    int problem = list.found == NULL || !expects(PyTuple_GET_SIZE(list.sites) <= LINES && list.seats <= SEATS)
                  || list_tracks(&list, FIELD(state, state_struct, STATE_OPEN));
    if (!problem && FIELD(state, state_struct, STATE_STATION_LAID) != Py_True && !is_done(&list)) { /* IU-3.3 */
        problem = list_stations(&list, players);
    }
    if (problem) {
        Py_CLEAR(list.found);
    }
    return list.found;
}
