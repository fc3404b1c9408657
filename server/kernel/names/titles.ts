/** Words before and after names that are no part of them, as they stand after romanisation. */

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Titles before a person's name. */
export const leadingTitles = words(
  'mr mrs ms miss mx sir dame dr doctor prof professor rev reverend hon capt captain col colonel lt lieutenant maj ' +
    'major sgt sergeant herr frau fraulein dipl ing mag monsieur madame mademoiselle mme mlle signor signora sig dott ' +
    'dottssa avv senor senora senorita sr sra srta dona dhr mevr meneer mevrouw drs gospodin gospozha gospozhitsa inzh ' +
    'eng dots akad adv kyrios kyria kirios kiria ponas ponia',
);

/** Titles and degrees after a person's name. */
export const trailingTitles = words('phd md mba msc bsc llm dds cpa esq mbe obe cbe frcs acca dr prof eng ing');

/** Offices, ranks and honours that lists of persons carry within names. */
export const honours = words(
  'president minister senator governor king queen prince princess sheikh shaikh shaykh sheik sheykh haji hajji hajj ' +
    'alhaj mullah mawlawi maulavi mawlana maulana qari sayyid hafiz hafez imam ayatollah emir amir general gen comrade ' +
    'lord lady bishop his her excellency jr sr jnr snr junior senior ii iii',
);

/** Small words in persons' names that are often left out, joined or written otherwise. */
export const particles = words(
  'al el ul ad ar as an ash bin ben ibn bint abu abou umm de del della di da dos das do du des la le les lo van von ' +
    'der den ter ten zu zur y e i af av o ould uld ap',
);

/** Words that make the name after them the father's. */
export const kinships = words('bin ben ibn bint bent ould uld oglu kizi');

/** Joining words in the names of organisations. */
export const joiningWords = words(
  'and the of for und der die das et le la les y e i in a an von de del della di do da og och ja kai',
);
