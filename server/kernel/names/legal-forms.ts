/**
 * Legal forms of organisations. Spellings of one form in one law are one *class* (Ltd and Limited); classes that do the
 * same in different laws are one *family* (GmbH and Ltd). Written as they stand after romanisation, without dots.
 */
export interface LegalForm {
  readonly name: string;
  readonly family: Family;
}

type Family = 'limited' | 'stock' | 'partnership' | 'sole' | 'other';

/** One line for each class: its name, its family, and its other spellings. */
const table: readonly (readonly [name: string, family: Family, spellings: string])[] = [
  [
    'ltd',
    'limited',
    'limited|limited company|private limited company|private limited|pvt ltd|private ltd|pte ltd|pty ltd|proprietary limited|limited liability|ltd liability co|pvt limited|pte limited|pty limited|cyfyngedig|cyf',
  ],
  ['plc', 'stock', 'public limited company|public ltd co|public ltd company|ccc'],
  ['llp', 'partnership', 'limited liability partnership'],
  ['lp', 'partnership', 'limited partnership'],
  ['cic', 'other', 'community interest company|community interest co'],
  ['cio', 'other', 'charitable incorporated organisation'],
  ['llc', 'limited', 'limited liability company|limited liability co|l l c'],
  ['inc', 'stock', 'incorporated|corporation|corp'],
  ['na', 'other', 'national association'],
  ['eood', 'limited', 'ednolichno druzhestvo s ogranichena otgovornost|single member limited liability company'],
  ['ood', 'limited', 'druzhestvo s ogranichena otgovornost'],
  ['ead', 'stock', 'ednolichno aktsionerno druzhestvo'],
  ['ad', 'stock', 'aktsionerno druzhestvo'],
  ['et', 'sole', 'ednolichen targovets'],
  ['sd', 'partnership', 'sabiratelno druzhestvo'],
  ['kd', 'partnership', 'komanditno druzhestvo'],
  ['adsits', 'stock', 'aktsionerno druzhestvo sas spetsialna investitsionna tsel'],
  ['gmbh', 'limited', 'gesellschaft mit beschrankter haftung|gesellschaft mbh|ges mbh|gesmbh|mbh|g m b h'],
  ['ug', 'limited', 'unternehmergesellschaft|ug haftungsbeschrankt|unternehmergesellschaft haftungsbeschrankt'],
  ['ag', 'stock', 'aktiengesellschaft|a g'],
  ['kg', 'partnership', 'kommanditgesellschaft'],
  ['ohg', 'partnership', 'offene handelsgesellschaft'],
  [
    'gmbh co kg',
    'partnership',
    'gmbh and co kg|gmbh und co kg|gmbh co kommanditgesellschaft|gmbh and co kommanditgesellschaft',
  ],
  ['ag co kg', 'partnership', 'ag and co kg|ag und co kg'],
  ['kgaa', 'stock', 'kommanditgesellschaft auf aktien|ag and co kgaa|se and co kgaa'],
  ['ev', 'other', 'eingetragener verein|e v'],
  ['eg', 'other', 'eingetragene genossenschaft'],
  ['ek', 'sole', 'eingetragener kaufmann|e k'],
  ['gbr', 'partnership', 'gesellschaft burgerlichen rechts'],
  ['se', 'stock', 'societas europaea'],
  ['uab', 'limited', 'uzdaroji akcine bendrove'],
  ['ab lt', 'stock', 'akcine bendrove'],
  ['mb', 'limited', 'mazoji bendrija'],
  ['vsi', 'other', 'viesoji istaiga'],
  ['ii lt', 'sole', 'individuali imone'],
  ['sia', 'limited', 'sabiedriba ar ierobezotu atbildibu'],
  [
    'as',
    'stock',
    'akciju sabiedriba|aksjeselskap|aktsiaselts|aktieselskab|a s|akciova spolecnost|akciova spolocnost|anonim sirketi',
  ],
  ['ou', 'limited', 'osauhing'],
  ['asa', 'stock', 'allmennaksjeselskap'],
  ['aps', 'limited', 'anpartsselskab'],
  ['is dk', 'partnership', 'interessentskab'],
  ['ab', 'stock', 'aktiebolag|aktiebolaget|ab publ'],
  ['hb', 'partnership', 'handelsbolag'],
  ['oy', 'limited', 'osakeyhtio|oy ab'],
  ['oyj', 'stock', 'julkinen osakeyhtio'],
  ['sarl', 'limited', 'societe a responsabilite limitee|s a r l'],
  ['eurl', 'limited', 'entreprise unipersonnelle a responsabilite limitee'],
  ['sas', 'stock', 'societe par actions simplifiee|sasu'],
  ['sa', 'stock', 'societe anonyme|sociedad anonima|sociedade anonima|spolka akcyjna|societate pe actiuni|s a'],
  ['sci', 'other', 'societe civile immobiliere'],
  ['snc', 'partnership', 'societe en nom collectif|societa in nome collettivo'],
  ['sca', 'partnership', 'societe en commandite par actions'],
  ['scs', 'partnership', 'societe en commandite simple'],
  ['bv', 'limited', 'besloten vennootschap|b v|besloten vennootschap met beperkte aansprakelijkheid|bvba|bv ba'],
  ['nv', 'stock', 'naamloze vennootschap|n v'],
  ['vof', 'partnership', 'vennootschap onder firma'],
  ['stichting', 'other', 'stichting'],
  [
    'srl',
    'limited',
    'societa a responsabilita limitata|societate cu raspundere limitata|sociedad de responsabilidad limitada|s de rl de cv|s r l|srls',
  ],
  ['spa', 'stock', 'societa per azioni|s p a'],
  ['sas it', 'partnership', 'societa in accomandita semplice'],
  [
    'sl',
    'limited',
    'sociedad limitada|s l|slu|sociedad limitada unipersonal|sociedad de responsabilidad limitada unipersonal',
  ],
  ['sa de cv', 'stock', 'sociedad anonima de capital variable'],
  ['lda', 'limited', 'limitada|unipessoal lda|sociedade unipessoal por quotas|ltda'],
  ['sp z oo', 'limited', 'spolka z ograniczona odpowiedzialnoscia|spolka z oo|sp z o o|spzoo|sp zoo'],
  ['sp k', 'partnership', 'spolka komandytowa|spk'],
  ['sp j', 'partnership', 'spolka jawna|spj'],
  ['sro', 'limited', 's r o|spolecnost s rucenim omezenym|spolocnost s rucenim obmedzenym|spol s ro|spol s r o|s ro'],
  ['kft', 'limited', 'korlatolt felelossegu tarsasag'],
  ['bt', 'partnership', 'beteti tarsasag'],
  ['zrt', 'stock', 'zartkoruen mukodo reszvenytarsasag'],
  ['nyrt', 'stock', 'nyilvanosan mukodo reszvenytarsasag'],
  ['rt', 'stock', 'reszvenytarsasag'],
  [
    'doo',
    'limited',
    'd o o|drustvo s ogranicenom odgovornoscu|drustvo sa ogranicenom odgovornoscu|druzba z omejeno odgovornostjo',
  ],
  ['jdoo', 'limited', 'j d o o|jednostavno drustvo s ogranicenom odgovornoscu'],
  ['dd', 'stock', 'd d|dionicko drustvo|delniska druzba'],
  ['epe', 'limited', 'etaireia periorismenis efthynis'],
  ['ae', 'stock', 'anonymi etaireia|anonymos etaireia|a e'],
  ['ike', 'limited', 'idiotiki kefalaiouchiki etaireia'],
  ['ooo', 'limited', 'obshchestvo s ogranichennoi otvetstvennostiu|obshchestvo s ogranichennoy otvetstvennostyu|o o o'],
  ['tov', 'limited', 'tovarystvo z obmezhenoiu vidpovidalnistiu|tovarystvo z obmezhenoyu vidpovidalnistyu|tzov'],
  ['pao', 'stock', 'publichnoe aktsionernoe obshchestvo|public joint stock company|pjsc|p j s c'],
  ['oao', 'stock', 'otkrytoe aktsionernoe obshchestvo|open joint stock company|ojsc'],
  ['zao', 'stock', 'zakrytoe aktsionernoe obshchestvo|closed joint stock company|cjsc'],
  ['ao', 'stock', 'aktsionernoe obshchestvo|joint stock company|jsc|joint stock co|aktsionerne tovarystvo'],
  ['prat', 'stock', 'pryvatne aktsionerne tovarystvo'],
  ['fop', 'sole', 'fizychna osoba pidpryiemets'],
  ['ltd sti', 'limited', 'limited sirketi|ltd sirketi'],
  ['fze', 'limited', 'free zone establishment'],
  ['fzc', 'limited', 'fzco|free zone company|fz llc|fzllc'],
  ['dmcc', 'limited', 'dmcc'],
  ['bhd', 'stock', 'berhad'],
  ['sdn bhd', 'limited', 'sendirian berhad'],
  ['pt', 'limited', 'perseroan terbatas'],
  ['kk', 'stock', 'kabushiki kaisha|kabushiki gaisha'],
  ['company', 'other', 'co|cie|compagnie'],
];

/** By spelling: words with a space between them. */
const bySpelling: ReadonlyMap<string, LegalForm> = new Map(
  table.flatMap(([name, family, spellings]) =>
    [...new Set([...(name.endsWith(' lt') ? [] : [name]), ...spellings.split('|')])].map((spelling) => [
      spelling,
      { name, family },
    ]),
  ),
);

const mostWords = Math.max(...[...bySpelling.keys()].map((spelling) => spelling.split(' ').length));

/** Long forms may stand anywhere in a name ("Muster GmbH Berlin"), short ones only at its ends: AD is also a word. */
const lettersAnywhere = 4;

export interface WithoutForm {
  readonly words: readonly string[];
  readonly forms: readonly LegalForm[];
}

/** Takes the legal forms out of an organisation's words (romanised, without dots). Some word always remains. */
export function takeLegalForms(all: readonly string[]): WithoutForm {
  const words = [...all];
  const forms: LegalForm[] = [];
  for (let found = findForm(words); found !== undefined; found = findForm(words)) {
    words.splice(found.at, found.count);
    forms.push(found.form);
  }
  return { words, forms };
}

function findForm(words: readonly string[]): { at: number; count: number; form: LegalForm } | undefined {
  for (let count = Math.min(mostWords, words.length - 1); count > 0; count--) {
    // From the end, where most laws put the form.
    for (let at = words.length - count; at >= 0; at--) {
      const spelling = words.slice(at, at + count).join(' ');
      const form = bySpelling.get(spelling);
      if (form === undefined) continue;
      if (at === 0 || at === words.length - count || spelling.length >= lettersAnywhere) return { at, count, form };
    }
  }
  return undefined;
}
