/**
 * Business activities by NACE Rev. 2.1, the statistical classification of the European Union (Delegated Regulation (EU)
 * 2023/137): sections by letter, divisions by two digits, in our own words. Beside each division stand the merchant
 * category codes (ISO 18245) that acquirers usually give to such a business; the first one is the usual choice.
 */

/** Section, and its divisions: code, label, merchant category codes. */
export const businessActivities: readonly (readonly [
  section: string,
  label: string,
  divisions: readonly (readonly [code: string, label: string, mcc: string])[],
])[] = [
  [
    'A',
    'Agriculture, forestry and fishing',
    [
      ['01', 'Crops, animals, hunting and services for them', '0763 0742'],
      ['02', 'Forestry and logging', '0780'],
      ['03', 'Fishing and aquaculture', '0763'],
    ],
  ],
  [
    'B',
    'Mining and quarrying',
    [
      ['05', 'Coal and lignite', '5983'],
      ['06', 'Crude petroleum and natural gas', '5172'],
      ['07', 'Metal ores', '5051'],
      ['08', 'Stone, sand, salt and other minerals', '5039'],
      ['09', 'Services for mining', '8999'],
    ],
  ],
  [
    'C',
    'Manufacturing',
    [
      ['10', 'Food', '5499 5462'],
      ['11', 'Drinks', '5921'],
      ['12', 'Tobacco', '5993'],
      ['13', 'Textiles', '5131'],
      ['14', 'Clothing', '5137 5699'],
      ['15', 'Leather and shoes', '5139 5948'],
      ['16', 'Wood, cork and straw, without furniture', '5211'],
      ['17', 'Paper', '5111'],
      ['18', 'Printing and copying of recordings', '2741'],
      ['19', 'Coke and refined petroleum', '5172'],
      ['20', 'Chemicals', '5169'],
      ['21', 'Medicines', '5122'],
      ['22', 'Rubber and plastics', '5085'],
      ['23', 'Glass, ceramics, cement and stone', '5039'],
      ['24', 'Basic metals', '5051'],
      ['25', 'Metal goods, without machines', '5072'],
      ['26', 'Computers, electronics and optics', '5065 5045'],
      ['27', 'Electrical equipment', '5065'],
      ['28', 'Machines', '5085'],
      ['29', 'Motor vehicles and trailers', '5013'],
      ['30', 'Other vehicles, ships and aircraft', '5599'],
      ['31', 'Furniture', '5712'],
      ['32', 'Other goods: jewellery, toys, instruments', '5094 5945'],
      ['33', 'Repair, upkeep and installation of machines', '7699'],
    ],
  ],
  ['D', 'Electricity, gas, steam and air conditioning', [['35', 'Electricity, gas, steam and cooling supply', '4900']]],
  [
    'E',
    'Water supply, sewerage and waste',
    [
      ['36', 'Water supply', '4900'],
      ['37', 'Sewerage', '4900'],
      ['38', 'Waste collection, recovery and disposal', '4900'],
      ['39', 'Clean-up of polluted places', '4900'],
    ],
  ],
  [
    'F',
    'Construction',
    [
      ['41', 'Buildings', '1520'],
      ['42', 'Roads, railways, pipes and other civil engineering', '1520'],
      ['43', 'Specialised building work', '1731 1711 1799'],
    ],
  ],
  [
    'G',
    'Wholesale and retail trade',
    [
      ['46', 'Wholesale', '5099 5199'],
      ['47', 'Retail', '5411 5311 5999'],
    ],
  ],
  [
    'H',
    'Transport and storage',
    [
      ['49', 'Land transport and pipelines', '4111 4121 4131 4214'],
      ['50', 'Water transport', '4411'],
      ['51', 'Air transport and space transport', '4511'],
      ['52', 'Storage and services for transport', '4225 4789'],
      ['53', 'Post and couriers', '4215 9402'],
    ],
  ],
  [
    'I',
    'Accommodation and food service',
    [
      ['55', 'Accommodation', '7011 7033'],
      ['56', 'Food and drink served', '5812 5814 5813'],
    ],
  ],
  [
    'J',
    'Publishing, broadcasting and content',
    [
      ['58', 'Publishing of books, papers and software', '2741 5815'],
      ['59', 'Films, television programmes, sound and music', '7829 5815'],
      ['60', 'Broadcasting, news and content distribution', '4899'],
    ],
  ],
  [
    'K',
    'Telecommunication, software and information services',
    [
      ['61', 'Telecommunication', '4814'],
      ['62', 'Programming and computer consultancy', '7372'],
      ['63', 'Computing infrastructure, data processing and hosting', '4816 7372'],
    ],
  ],
  [
    'L',
    'Finance and insurance',
    [
      ['64', 'Financial services, without insurance and pension funds', '6012'],
      ['65', 'Insurance and pension funds', '6300'],
      ['66', 'Services around finance and insurance', '6211 6051'],
    ],
  ],
  ['M', 'Real estate', [['68', 'Real estate', '6513']]],
  [
    'N',
    'Professional, scientific and technical services',
    [
      ['69', 'Law and accounting', '8111 8931'],
      ['70', 'Head offices and management consultancy', '7392'],
      ['71', 'Architecture, engineering and testing', '8911 8734'],
      ['72', 'Research and development', '8999'],
      ['73', 'Advertising, market research and public relations', '7311'],
      ['74', 'Other professional services: design, photography, translation', '7333 7221'],
      ['75', 'Veterinary services', '0742'],
    ],
  ],
  [
    'O',
    'Administrative and support services',
    [
      ['77', 'Rental and leasing', '7394 7512'],
      ['78', 'Employment services', '7361'],
      ['79', 'Travel agencies and tour operators', '4722'],
      ['80', 'Investigation and security', '7393'],
      ['81', 'Services to buildings and landscapes', '7349 0780'],
      ['82', 'Office and other business support', '7339 7399'],
    ],
  ],
  ['P', 'Public administration and defence', [['84', 'Public administration, defence, social security', '9399 9311']]],
  ['Q', 'Education', [['85', 'Education', '8299 8211 8220']]],
  [
    'R',
    'Health and social work',
    [
      ['86', 'Health', '8011 8062 8021'],
      ['87', 'Residential care', '8050'],
      ['88', 'Social work without accommodation', '8398 8351'],
    ],
  ],
  [
    'S',
    'Arts, sports and recreation',
    [
      ['90', 'Creation of art and performances', '7929 7922'],
      ['91', 'Libraries, museums and other culture', '7991'],
      ['92', 'Gambling and betting', '7995'],
      ['93', 'Sports, amusement and recreation', '7997 7941 7996'],
    ],
  ],
  [
    'T',
    'Other services',
    [
      ['94', 'Membership organisations', '8699 8641 8661'],
      ['95', 'Repair of computers, household goods and motor vehicles', '7622 7538 7699'],
      ['96', 'Personal services', '7230 7299 7210'],
    ],
  ],
  [
    'U',
    'Households as employers and for their own use',
    [
      ['97', 'Households that employ staff', '7299'],
      ['98', 'Households that make goods and services for themselves', '7299'],
    ],
  ],
  ['V', 'Extraterritorial organisations', [['99', 'Extraterritorial organisations and bodies', '9399']]],
];
