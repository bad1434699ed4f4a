const words = (text: string) => text.split(/\s+/).filter(word => word !== '')

/** By what companies are called in the countries that a forwarder of Karachi or Hamburg deals with. */
export const families = words(`
  Khan Malik Chaudhry Qureshi Siddiqui Sheikh Mirza Baig Butt Dar Lodhi Abbasi Gilani Rizvi Bukhari Memon Soomro Talpur
  Bhutto Junejo Magsi Jatoi Mengal Raisani Lakhani Dewan Saigol Habib Adamjee Dawood Lakson Haroon Bawany Tabba Mansha
  Sapphire Nishat Crescent Patel Shah Mehta Desai Agarwal Gupta Sharma Iyer Reddy Nair Menon Rahman Hossain Chowdhury Alam
  Karim Miah Sarkar Perera Fernando Silva Jayasuriya Schmidt Schneider Fischer Weber Wagner Becker Hoffmann Schäfer Koch
  Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Krause Lehmann
  Köhler Maier Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Vogel Friedrich Keller Günther Berger Winkler
  Roth Lorenz Baumann Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Vogt Stein Jäger Otto Sommer Groß
  Seidel Heinrich Brandt Haas Schreiber Graf Dietrich Ziegler Kuhn Pohl Engel Horn Busch Bergmann Voigt Sauer Arnold Pfeiffer
  Jansen Visser Smit Meijer Bakker Mulder Bos Vos Hendriks Dekker Brouwer Dijkstra Kok Vermeulen Willems Maas Postma Hoekstra
  Yilmaz Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek
  Rossi Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano Mancini Rizzo Lombardi
  Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale
  Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green Hall
  Wood Jackson Clarke Harrison Cooper Ward Hughes Morgan Bennett Fraser Campbell Stewart Robertson Murray Sinclair Nguyen
  Tran Pham Huang Zhang Liu Chen Yang Zhao Zhou Wu Xu Sun Ma Zhu Lin Tanaka Suzuki Watanabe Yamamoto Nakamura Kobayashi
  García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Jiménez Ruiz Hernández Díaz Álvarez Muñoz Santos
  Oliveira Souza Pereira Lima Carvalho Almeida Ribeiro Gonçalves Barbosa Novak Kowalski Wiśniewski Wójcik Kamiński Dvořák
  Horváth Nagy Kovács Popescu Ionescu Petrov Ivanov Mwangi Otieno Kamau Okafor Adeyemi Mensah Diallo Traoré Haddad Khoury
  Mansour Nasser Saleh Farouk Darwish Sabbagh`)

export const places = words(`
  Karachi Lahore Sialkot Faisalabad Multan Gujranwala Peshawar Quetta Hyderabad Sukkur Lyari Clifton Korangi Indus Chenab
  Ravi Jhelum Makran Punjab Sindh Khyber Mumbai Chennai Tirupur Ludhiana Surat Jaipur Kanpur Cochin Dhaka Chittagong Colombo
  Hamburg Bremen Elbe Weser Alster Hansa Rhein Main Isar Neckar Altona Lübeck Kiel Rostock Jever Rotterdam Antwerpen Schelde
  Waal Utrecht Brabant Twente Zeeland Istanbul Bosphorus Izmir Bursa Anatolia Ege Marmara Milano Genova Lombardia Veneto
  Toscana Trieste Humber Mersey Tyne Solent Thames Severn Pennine Cornwall Highland Dubai Deira Sharjah Ajman Oman Muscat Doha
  Bahrain Jeddah Gulf Ningbo Shanghai Shenzhen Dongguan Foshan Xiamen Qingdao Guangzhou Yiwu Pearl Zhejiang Jiangsu Saigon
  Mekong Hanoi Osaka Kobe Nagoya Andina Pampas Iguaçu Santos Lagos Mombasa Nairobi Durban Cape Levant Atlas Danube Vistula
  Baltic Adriatic Aegean Caspian Orient Pacific Atlantic Nordic Alpine Iberia Mediterran`)

export const fancies = words(`
  Al-Noor Al-Karam Al-Rahim Al-Falah Al-Madina Al-Habib Al-Barka Al-Rehman Shaheen Sitara Chenone Ittehad Paramount Premier
  Supreme Royal Imperial Crown Diamond Golden Silver Emerald Ruby Star Sunrise Sunshine Moonlight Horizon Summit Pinnacle
  Zenith Apex Vertex Nova Stella Orion Polaris Sirius Vega Phoenix Falcon Eagle Hawk Lion Tiger Panther Elephant Dolphin
  Albatros Pelican Anchor Compass Beacon Lighthouse Harbour Bridge Gateway Silk Velvet Linen Cotton Oak Cedar Maple Willow
  Olive Lotus Jasmine Tulip Rose Orchid Fortuna Victoria Aurora Helios Titan Atlas Hercules Apollo Minerva Neptun Triton
  Poseidon Odyssey Argo Marina Regatta Trident Quantum Vector Matrix Fusion Synergy Nexus Optima Maxima Prima Ultra Delta
  Omega Sigma Alpha Beta Gamma Epsilon Kappa Lambda Unity Concord Alliance Pioneer Frontier Venture Heritage Legacy Classic
  Modern Future Vision Insight Prestige Elite Select Prime Quality Reliance Trust Faith Hope Fairdeal Goodwill Evergreen
  Everest Himalaya Karakoram Amber Coral Sapphira Topaz Onyx Cobalt Indigo Crimson Azure Verde Rapid Swift Express Direct
  Global Universal Continental Transocean Interocean Panasia Eurasia Sinotex Hantex Inditex Pakland Turkon Eurotex Medico
  Dentex Surgico Instrumed Sportiva Athletico Textura Fabrica Garmenta Knitwell Denimex Leatherex Footstep Tannery Rugsmith`)

/** What they do. */
export const trades = [
  [
    'Trading',
    'General Trading',
    'Traders',
    'Enterprises',
    'International',
    'Exports',
    'Import Export',
    'Commercial',
  ],
  [
    'Textiles',
    'Textile Mills',
    'Garments',
    'Knitwear',
    'Fabrics',
    'Home Textiles',
    'Weaving',
    'Denim',
    'Apparel',
  ],
  [
    'Surgical',
    'Surgical Instruments',
    'Medical Supplies',
    'Dental Instruments',
    'Pharmaceuticals',
    'Laboratories',
  ],
  ['Sports', 'Sports Goods', 'Leather', 'Leather Goods', 'Footwear', 'Gloves', 'Tanneries'],
  ['Foods', 'Rice Mills', 'Spices', 'Fruits', 'Seafood', 'Sugar Mills', 'Beverages', 'Dairy', 'Commodities'],
  [
    'Chemicals',
    'Plastics',
    'Polymers',
    'Paper Products',
    'Packaging',
    'Steel',
    'Metals',
    'Cement',
    'Ceramics',
  ],
  [
    'Engineering',
    'Machinery',
    'Auto Parts',
    'Electronics',
    'Electric',
    'Tools',
    'Industries',
    'Technologies',
  ],
  [
    'Logistics',
    'Shipping',
    'Freight Services',
    'Forwarding',
    'Clearing Agency',
    'Cargo',
    'Transport',
    'Shipping Agency',
  ],
  [
    'Furniture',
    'Timber',
    'Carpets',
    'Toys',
    'Cosmetics',
    'Jewellery',
    'Watches',
    'Optics',
    'Stationery',
    'Books',
  ],
  [
    'Brothers',
    'and Sons',
    'Associates',
    'Group',
    'Manufacturing',
    'Products',
    'Distribution',
    'Supplies',
    'Solutions',
  ],
].flat()

type Country = { id: string; dial: string; area: string[]; digits: number; forms: string[]; top: string }

export const countries: readonly Country[] = [
  {
    id: 'PK',
    dial: '92',
    area: ['21', '42', '52', '41', '51'],
    digits: 7,
    top: 'com.pk',
    forms: ['(Pvt) Ltd', 'Private Limited', '(Pvt.) Limited', '', '& Co.'],
  },
  {
    id: 'DE',
    dial: '49',
    area: ['40', '421', '30', '89', '221'],
    digits: 7,
    top: 'de',
    forms: ['GmbH', 'AG', 'GmbH & Co. KG', 'e.K.', 'OHG'],
  },
  {
    id: 'NL',
    dial: '31',
    area: ['10', '20', '30', '40'],
    digits: 7,
    top: 'nl',
    forms: ['B.V.', 'BV', 'N.V.'],
  },
  {
    id: 'GB',
    dial: '44',
    area: ['20', '161', '121', '1482'],
    digits: 7,
    top: 'co.uk',
    forms: ['Ltd', 'Limited', 'PLC', 'LLP'],
  },
  {
    id: 'TR',
    dial: '90',
    area: ['212', '216', '232', '224'],
    digits: 7,
    top: 'com.tr',
    forms: ['A.Ş.', 'Ltd. Şti.', 'San. ve Tic. A.Ş.'],
  },
  {
    id: 'CN',
    dial: '86',
    area: ['21', '755', '574', '20'],
    digits: 8,
    top: 'cn',
    forms: ['Co., Ltd.', 'Co. Ltd', 'Limited'],
  },
  {
    id: 'AE',
    dial: '971',
    area: ['4', '6', '2'],
    digits: 7,
    top: 'ae',
    forms: ['LLC', 'FZE', 'FZCO', 'L.L.C.'],
  },
  {
    id: 'IT',
    dial: '39',
    area: ['02', '010', '055'],
    digits: 7,
    top: 'it',
    forms: ['S.r.l.', 'S.p.A.', 'Srl'],
  },
  {
    id: 'US',
    dial: '1',
    area: ['212', '310', '713'],
    digits: 7,
    top: 'com',
    forms: ['Inc.', 'LLC', 'Corp.', 'Inc'],
  },
]

export const publicMail = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'gmx.de',
  'cyber.net.pk',
  'qq.com',
  '163.com',
]
