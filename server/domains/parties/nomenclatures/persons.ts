/** What may be said of a person where the specification leaves the words open: a code, and its label. */
type Entries = Readonly<Record<string, string>>;

export const purposes: Entries = {
  everyday_payments: 'Everyday payments',
  bills: 'Bills and subscriptions',
  salary: 'Receiving a salary or pension',
  savings: 'Savings',
  online_shopping: 'Online shopping',
  travel: 'Travel',
  family_support: 'Support of family and friends',
  remittances: 'Money transfers abroad',
  business_expenses: 'Expenses of own business',
  investments: 'Payments to and from investments',
  gifts: 'Gifts and donations',
  other: 'Other (say in other_purpose_of_wallet_usage)',
};

export const sourcesOfFunds: Entries = {
  salary: 'Salary or wage',
  self_employment: 'Income from self-employment',
  business: 'Profit of a business or dividends',
  pension: 'Pension',
  benefits: 'Social benefits',
  scholarship: 'Scholarship or student loan',
  savings: 'Savings',
  investments: 'Income from investments',
  rent: 'Rent',
  property_sale: 'Sale of property',
  inheritance: 'Inheritance',
  gift: 'Gift',
  family: 'Support by family',
  loan: 'Loan',
  winnings: 'Lottery or gambling winnings',
  other: 'Other (say in other_source_of_funds)',
};

export const occupations: Entries = {
  agriculture: 'Agriculture, forestry and fishing',
  industry: 'Industry and crafts',
  construction: 'Construction',
  trade: 'Trade and sales',
  transport: 'Transport and logistics',
  hospitality: 'Hotels, restaurants and tourism',
  technology: 'Information technology',
  finance: 'Finance and insurance',
  real_estate: 'Real estate',
  law: 'Law',
  science: 'Science and engineering',
  education: 'Education',
  health: 'Health and care',
  public_service: 'Public service',
  armed_forces: 'Armed forces and police',
  media: 'Media, arts and sports',
  gambling: 'Gambling',
  crypto_assets: 'Trade in crypto-assets',
  precious_goods: 'Trade in precious metals, stones and art',
  domestic: 'Work in households',
  student: 'Student',
  retired: 'Retired',
  unemployed: 'Not employed',
  other: 'Other (say in other_occupation)',
};

/** After the levels of ISCED 2011. */
export const educations: Entries = {
  none: 'No schooling completed',
  primary: 'Primary school',
  lower_secondary: 'Lower secondary school',
  upper_secondary: 'Upper secondary school',
  vocational: 'Vocational training after school',
  bachelor: "Bachelor's degree or equal",
  master: "Master's degree or equal",
  doctorate: 'Doctorate or equal',
};

/** The four drivers by which supervisors describe vulnerable customers, each with its usual causes. */
export const vulnerabilities: Entries = {
  none: 'None known',
  health_physical: 'Health: physical disability or illness',
  health_mental: 'Health: mental illness',
  health_cognitive: 'Health: memory or understanding',
  life_bereavement: 'Life event: bereavement',
  life_separation: 'Life event: separation or domestic abuse',
  life_caring: 'Life event: caring for others',
  life_job_loss: 'Life event: loss of job or income',
  resilience_debt: 'Resilience: debt or low income',
  resilience_support: 'Resilience: no one to turn to',
  capability_language: 'Capability: language or literacy',
  capability_digital: 'Capability: digital skills',
  capability_finance: 'Capability: knowledge of finance',
};

export const accessibilityNeeds: Entries = {
  none: 'None',
  large_print: 'Large print',
  high_contrast: 'High contrast',
  screen_reader: 'Screen reader',
  braille: 'Braille',
  audio: 'Spoken information',
  captions: 'Captions or text instead of sound',
  sign_language: 'Sign language',
  easy_language: 'Easy language',
  voice_control: 'Use without hands',
  more_time: 'More time for steps that expire',
  representative: 'A person who acts for the customer',
};
