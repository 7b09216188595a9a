#include "name_words.h"

#include <string.h>

enum { LONGEST_WORD = 40 }; /* bytes; what is longer is in no list */

struct listed_word {
    const char *word;
    unsigned is;
};

/* clang-format off */
static const struct listed_word listed_words[] = {
    /* What counts repetitions. */
    {"run", NAME_WORD_REPEAT}, {"round", NAME_WORD_REPEAT},
    {"rep", NAME_WORD_REPEAT}, {"repeat", NAME_WORD_REPEAT}, {"repetition", NAME_WORD_REPEAT},
    {"iter", NAME_WORD_REPEAT}, {"iteration", NAME_WORD_REPEAT}, {"try", NAME_WORD_REPEAT},
    {"trial", NAME_WORD_REPEAT}, {"attempt", NAME_WORD_REPEAT}, {"pass", NAME_WORD_REPEAT},
    {"take", NAME_WORD_REPEAT}, {"sample", NAME_WORD_REPEAT},
    {"lauf", NAME_WORD_REPEAT}, {"durchlauf", NAME_WORD_REPEAT}, {"durchgang", NAME_WORD_REPEAT},
    {"runde", NAME_WORD_REPEAT}, {"versuch", NAME_WORD_REPEAT}, {"wiederholung", NAME_WORD_REPEAT},
    {"essai", NAME_WORD_REPEAT}, {"passage", NAME_WORD_REPEAT}, {"passe", NAME_WORD_REPEAT},
    {"tour", NAME_WORD_REPEAT}, {"itération", NAME_WORD_REPEAT}, {"répétition", NAME_WORD_REPEAT},
    {"exécution", NAME_WORD_REPEAT}, {"tentative", NAME_WORD_REPEAT},
    {"ronda", NAME_WORD_REPEAT}, {"vuelta", NAME_WORD_REPEAT}, {"intento", NAME_WORD_REPEAT},
    {"corrida", NAME_WORD_REPEAT}, {"iteración", NAME_WORD_REPEAT}, {"iteracion", NAME_WORD_REPEAT},
    {"ejecución", NAME_WORD_REPEAT}, {"ejecucion", NAME_WORD_REPEAT},
    {"repetición", NAME_WORD_REPEAT}, {"repeticion", NAME_WORD_REPEAT},
    {"rodada", NAME_WORD_REPEAT}, {"tentativa", NAME_WORD_REPEAT}, {"execução", NAME_WORD_REPEAT},
    {"execucao", NAME_WORD_REPEAT}, {"iteração", NAME_WORD_REPEAT}, {"iteracao", NAME_WORD_REPEAT},
    {"repetição", NAME_WORD_REPEAT}, {"giro", NAME_WORD_REPEAT}, {"tentativo", NAME_WORD_REPEAT},
    {"esecuzione", NAME_WORD_REPEAT}, {"iterazione", NAME_WORD_REPEAT},
    {"ripetizione", NAME_WORD_REPEAT}, {"ronde", NAME_WORD_REPEAT}, {"poging", NAME_WORD_REPEAT},
    {"herhaling", NAME_WORD_REPEAT}, {"próba", NAME_WORD_REPEAT}, {"przebieg", NAME_WORD_REPEAT},
    {"tekrar", NAME_WORD_REPEAT}, {"deneme", NAME_WORD_REPEAT},
    {"запуск", NAME_WORD_REPEAT}, {"прогон", NAME_WORD_REPEAT}, {"попытка", NAME_WORD_REPEAT},
    {"итерация", NAME_WORD_REPEAT}, {"раунд", NAME_WORD_REPEAT}, {"проход", NAME_WORD_REPEAT},
    {"повтор", NAME_WORD_REPEAT}, {"спроба", NAME_WORD_REPEAT},
    {"ラン", NAME_WORD_REPEAT}, {"試行", NAME_WORD_REPEAT}, {"轮次", NAME_WORD_REPEAT},
    {"运行", NAME_WORD_REPEAT}, {"실행", NAME_WORD_REPEAT},
    /* What a number tells a variant or an amount of. */
    {"server", NAME_WORD_VARIANT}, {"servers", NAME_WORD_VARIANT}, {"variant", NAME_WORD_VARIANT},
    {"option", NAME_WORD_VARIANT}, {"config", NAME_WORD_VARIANT}, {"configuration", NAME_WORD_VARIANT},
    {"setup", NAME_WORD_VARIANT}, {"scenario", NAME_WORD_VARIANT}, {"stage", NAME_WORD_VARIANT},
    {"step", NAME_WORD_VARIANT}, {"phase", NAME_WORD_VARIANT}, {"test", NAME_WORD_VARIANT},
    {"case", NAME_WORD_VARIANT}, {"version", NAME_WORD_VARIANT}, {"release", NAME_WORD_VARIANT},
    {"v", NAME_WORD_VARIANT}, {"ver", NAME_WORD_VARIANT}, {"rev", NAME_WORD_VARIANT},
    {"node", NAME_WORD_VARIANT}, {"nodes", NAME_WORD_VARIANT}, {"level", NAME_WORD_VARIANT},
    {"worker", NAME_WORD_VARIANT}, {"workers", NAME_WORD_VARIANT}, {"thread", NAME_WORD_VARIANT},
    {"threads", NAME_WORD_VARIANT}, {"core", NAME_WORD_VARIANT}, {"cores", NAME_WORD_VARIANT},
    {"cpu", NAME_WORD_VARIANT}, {"cpus", NAME_WORD_VARIANT}, {"proc", NAME_WORD_VARIANT},
    {"procs", NAME_WORD_VARIANT}, {"process", NAME_WORD_VARIANT}, {"processes", NAME_WORD_VARIANT},
    {"replica", NAME_WORD_VARIANT}, {"replicas", NAME_WORD_VARIANT}, {"shard", NAME_WORD_VARIANT},
    {"shards", NAME_WORD_VARIANT}, {"instance", NAME_WORD_VARIANT}, {"instances", NAME_WORD_VARIANT},
    {"pod", NAME_WORD_VARIANT}, {"pods", NAME_WORD_VARIANT}, {"container", NAME_WORD_VARIANT},
    {"machine", NAME_WORD_VARIANT}, {"user", NAME_WORD_VARIANT}, {"users", NAME_WORD_VARIANT},
    {"client", NAME_WORD_VARIANT}, {"clients", NAME_WORD_VARIANT}, {"host", NAME_WORD_VARIANT},
    {"web", NAME_WORD_VARIANT}, {"vm", NAME_WORD_VARIANT}, {"http", NAME_WORD_VARIANT},
    {"gzip", NAME_WORD_VARIANT}, {"brotli", NAME_WORD_VARIANT}, {"zstd", NAME_WORD_VARIANT},
    {"size", NAME_WORD_VARIANT}, {"mode", NAME_WORD_VARIANT}, {"type", NAME_WORD_VARIANT},
    {"plan", NAME_WORD_VARIANT}, {"example", NAME_WORD_VARIANT}, {"exercise", NAME_WORD_VARIANT},
    {"task", NAME_WORD_VARIANT}, {"experiment", NAME_WORD_VARIANT | NAME_WORD_PARTNER},
    {"servidor", NAME_WORD_VARIANT}, {"serveur", NAME_WORD_VARIANT}, {"variante", NAME_WORD_VARIANT},
    {"opción", NAME_WORD_VARIANT}, {"opção", NAME_WORD_VARIANT}, {"versión", NAME_WORD_VARIANT},
    {"versão", NAME_WORD_VARIANT}, {"versione", NAME_WORD_VARIANT}, {"szenario", NAME_WORD_VARIANT},
    {"escenario", NAME_WORD_VARIANT}, {"cenário", NAME_WORD_VARIANT}, {"scénario", NAME_WORD_VARIANT},
    {"stufe", NAME_WORD_VARIANT}, {"сервер", NAME_WORD_VARIANT}, {"вариант", NAME_WORD_VARIANT},
    {"тест", NAME_WORD_VARIANT}, {"версия", NAME_WORD_VARIANT}, {"服务器", NAME_WORD_VARIANT},
    {"方案", NAME_WORD_VARIANT}, {"サーバー", NAME_WORD_VARIANT}, {"서버", NAME_WORD_VARIANT},
    /* What says only that it is output. */
    {"log", NAME_WORD_OUTPUT}, {"logs", NAME_WORD_OUTPUT}, {"out", NAME_WORD_OUTPUT},
    {"output", NAME_WORD_OUTPUT}, {"result", NAME_WORD_OUTPUT}, {"results", NAME_WORD_OUTPUT},
    {"bench", NAME_WORD_OUTPUT}, {"benchmark", NAME_WORD_OUTPUT}, {"data", NAME_WORD_OUTPUT},
    /* What the others are compared with, and its partners. */
    {"before", NAME_WORD_BASELINE}, {"old", NAME_WORD_BASELINE}, {"previous", NAME_WORD_BASELINE},
    {"prev", NAME_WORD_BASELINE}, {"base", NAME_WORD_BASELINE}, {"baseline", NAME_WORD_BASELINE},
    {"original", NAME_WORD_BASELINE}, {"orig", NAME_WORD_BASELINE}, {"main", NAME_WORD_BASELINE},
    {"master", NAME_WORD_BASELINE}, {"control", NAME_WORD_BASELINE},
    {"reference", NAME_WORD_BASELINE}, {"stock", NAME_WORD_BASELINE}, {"off", NAME_WORD_BASELINE},
    {"without", NAME_WORD_BASELINE | NAME_WORD_NEGATION}, {"uncached", NAME_WORD_BASELINE},
    {"after", NAME_WORD_PARTNER}, {"new", NAME_WORD_PARTNER}, {"current", NAME_WORD_PARTNER},
    {"candidate", NAME_WORD_PARTNER}, {"patched", NAME_WORD_PARTNER}, {"head", NAME_WORD_PARTNER},
    {"branch", NAME_WORD_PARTNER}, {"cached", NAME_WORD_PARTNER}, {"treatment", NAME_WORD_PARTNER},
    {"tuned", NAME_WORD_PARTNER}, {"optimized", NAME_WORD_PARTNER}, {"pr", NAME_WORD_PARTNER},
    /* Heads of columns that count rows. */
    {"no", NAME_WORD_INDEX | NAME_WORD_NEGATION}, {"nr", NAME_WORD_INDEX}, {"id", NAME_WORD_INDEX},
    {"n°", NAME_WORD_INDEX}, {"nº", NAME_WORD_INDEX}, {"№", NAME_WORD_INDEX},
    {"num", NAME_WORD_INDEX}, {"index", NAME_WORD_INDEX}, {"序号", NAME_WORD_INDEX},
    {"编号", NAME_WORD_INDEX},
    /* Small words. */
    {"of", NAME_WORD_OF}, {"von", NAME_WORD_OF}, {"de", NAME_WORD_OF}, {"sur", NAME_WORD_OF},
    {"di", NAME_WORD_OF}, {"из", NAME_WORD_OF}, {"van", NAME_WORD_OF},
    {"with", NAME_WORD_CONNECTIVE}, {"for", NAME_WORD_CONNECTIVE}, {"at", NAME_WORD_CONNECTIVE},
    {"and", NAME_WORD_CONNECTIVE}, {"on", NAME_WORD_CONNECTIVE | NAME_WORD_PARTNER},
    {"timeout", NAME_WORD_TIMEOUT}, {"ttl", NAME_WORD_TIMEOUT}, {"cache", NAME_WORD_TIMEOUT},
    {"delay", NAME_WORD_TIMEOUT}, {"sleep", NAME_WORD_TIMEOUT}, {"interval", NAME_WORD_TIMEOUT},
    {"keepalive", NAME_WORD_TIMEOUT}, {"every", NAME_WORD_TIMEOUT}, {"expire", NAME_WORD_TIMEOUT},
};

static const struct listed_word ordinals[] = {
    {"first", 1}, {"second", 2}, {"third", 3}, {"fourth", 4}, {"fifth", 5}, {"sixth", 6},
    {"seventh", 7}, {"eighth", 8}, {"ninth", 9}, {"tenth", 10},
    {"erster", 1}, {"zweiter", 2}, {"dritter", 3}, {"vierter", 4}, {"fünfter", 5},
    {"erste", 1}, {"zweite", 2}, {"dritte", 3}, {"vierte", 4}, {"fünfte", 5},
    {"premier", 1}, {"première", 1}, {"deuxième", 2}, {"seconde", 2}, {"troisième", 3},
    {"quatrième", 4}, {"cinquième", 5},
    {"primer", 1}, {"primera", 1}, {"segundo", 2}, {"segunda", 2}, {"tercer", 3}, {"tercera", 3},
    {"cuarto", 4}, {"cuarta", 4}, {"quinto", 5}, {"quinta", 5},
    {"primeiro", 1}, {"primeira", 1}, {"terceiro", 3}, {"terceira", 3},
    {"primo", 1}, {"prima", 1}, {"secondo", 2}, {"terzo", 3},
    {"первый", 1}, {"второй", 2}, {"третий", 3}, {"четвёртый", 4}, {"пятый", 5},
    {"первая", 1}, {"вторая", 2}, {"третья", 3},
};
/* clang-format on */

static const char *const baseline_words[] = {
    "before", "old",    "previous", "prev",      "base",  "baseline", "original", "orig",
    "main",   "master", "control",  "reference", "stock", "off",      "without",  "uncached",
};

/* The small letter of a capital one of two bytes: Latin-1, Greek and Cyrillic. */
static unsigned fold_character(unsigned character)
{
    if (character >= 0xC0 && character <= 0xDE && character != 0xD7)
        return character + 0x20;
    if (character >= 0x391 && character <= 0x3A9)
        return character + 0x20;
    if (character >= 0x410 && character <= 0x42F)
        return character + 0x20;
    if (character >= 0x400 && character <= 0x40F)
        return character + 0x50;
    return character;
}

struct text name_fold(struct text word, char *folded, size_t size)
{
    folded[0] = '\0';
    if (word.length >= size)
        return (struct text){folded, 0};
    for (size_t i = 0; i < word.length; i++) {
        unsigned char byte = (unsigned char)word.start[i];
        folded[i] = byte_lower(word.start[i]);
        if ((byte & 0xE0) != 0xC0 || i + 1 == word.length)
            continue;
        unsigned next = (unsigned char)word.start[i + 1];
        unsigned character = fold_character((byte & 0x1Fu) << 6 | (next & 0x3Fu));
        folded[i++] = (char)(0xC0 | character >> 6);
        folded[i] = (char)(0x80 | (character & 0x3F));
    }
    folded[word.length] = '\0';
    return (struct text){folded, word.length};
}

/* What the list says of the word; 0: it is not in it. */
static unsigned find_listed(struct text word, const struct listed_word *list, size_t count)
{
    char room[LONGEST_WORD];
    struct text folded = name_fold(word, room, sizeof room);

    if (!folded.length)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (list[i].word[0] == folded.start[0] && strcmp(list[i].word, folded.start) == 0)
            return list[i].is;
    return 0;
}

unsigned name_word(struct text word)
{
    return find_listed(word, listed_words, sizeof listed_words / sizeof *listed_words);
}

/* "2nd", "1er", "3º": a number and what makes an ordinal of it. */
static unsigned written_ordinal(struct text word)
{
    static const char *const endings[] = {"st",  "nd", "rd", "th", "er", "re", "e", "ère",
                                          "ème", "te", "º",  "ª",  "°",  "-й", "й"};
    size_t digits = 0;
    unsigned number = 0;

    while (digits < word.length && digits < 4 && byte_is_digit(word.start[digits]))
        number = number * 10 + (unsigned)(word.start[digits++] - '0');
    for (size_t i = 0; digits && i < sizeof endings / sizeof *endings; i++)
        if (text_is_ignoring_case(text_from(word, digits), endings[i]))
            return number;
    return 0;
}

unsigned name_ordinal(struct text word)
{
    unsigned number = find_listed(word, ordinals, sizeof ordinals / sizeof *ordinals);

    return number ? number : written_ordinal(word);
}

const char *name_baseline_word(size_t rank)
{
    return rank < sizeof baseline_words / sizeof *baseline_words ? baseline_words[rank] : NULL;
}

bool name_byte_parts(char byte)
{
    return byte_is_blank(byte) || (byte && strchr("-_.,;:()[]{}#/@=|\"'`*~!?<>&\\", byte));
}

bool name_has_word(struct text text, const char *word)
{
    size_t end;

    for (size_t at = 0; at < text.length; at = end + 1) {
        for (end = at; end < text.length && !name_byte_parts(text.start[end]);)
            end++;
        if (text_is_ignoring_case((struct text){text.start + at, end - at}, word))
            return true;
    }
    return false;
}
