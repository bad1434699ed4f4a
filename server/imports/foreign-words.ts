import type { ImportKind } from '#contract/import-kinds.ts'

/**
 * What stands over columns in German, French, Spanish, Italian, Portuguese, Dutch and Chinese files, beside the English
 * words of the fields themselves. A word that two languages use for different things is left out.
 */
export const foreignWords: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  jobs: {
    jobId: 'auftrag, auftragsnummer, auftragsnr, dossier, n° dossier, expediente, pratica, 工作号',
    name: 'bezeichnung, betreff, libellé, asunto, omschrijving, 名称',
    consignee:
      'empfänger, importeur, destinataire, consignatario, destinatario, destinatário, ontvanger, geadresseerde, 收货人',
    shipper:
      'versender, absender, ablader, expéditeur, chargeur, expedidor, embarcador, remitente, mittente, afzender, 发货人',
    agent: 'agente, 代理',
    carrier:
      'reederei, frachtführer, transporteur, compagnie, naviera, transportista, vettore, rederij, 承运人, 船公司',
    transportMode:
      'verkehrsträger, transportart, mode de transport, modo de transporte, vervoerswijze, 运输方式',
    commodity: 'ware, warenbezeichnung, marchandise, mercancía, merce, mercadoria, goederen, 品名, 货物',
    loadingPortId:
      'ladehafen, verladehafen, abgangshafen, port de chargement, puerto de carga, puerto de embarque, porto di carico, porto de embarque, laadhaven, 起运港, 装货港',
    dischargePortId:
      'löschhafen, entladehafen, port de déchargement, puerto de descarga, porto di scarico, porto de descarga, loshaven, 卸货港',
    destinationPortId:
      'bestimmungsort, bestimmungshafen, zielhafen, destino, destinazione, bestemming, 目的港',
    vesselName: 'schiff, schiffsname, navire, buque, nave, navio, schip, 船名',
    voyage: 'reise, reisenummer, reise nr, voyage n°, viaje, viaggio, viagem, reis, 航次',
    etd: 'abfahrt, abfahrtsdatum, abgang, départ, date de départ, salida, fecha de salida, partenza, partida, vertrek, 开船日期',
    eta: 'ankunft, ankunftsdatum, arrivée, date d’arrivée, llegada, fecha de llegada, arrivo, chegada, aankomst, 到港日期',
    mbl: 'master-b/l, 主单号',
    hbl: 'haus-b/l, konnossement, connaissement, conocimiento, polizza di carico, cognossement, 分单号, 提单号',
    grossWeight: 'bruttogewicht, brutto, poids brut, peso bruto, peso lordo, brutogewicht, 毛重',
    netWeight: 'nettogewicht, netto, poids net, peso neto, peso netto, peso líquido, 净重',
    volume: 'volumen, rauminhalt, volumen m3, cubage, cubicaje, 体积',
    numberOfPackages:
      'packstücke, anzahl packstücke, kolli, nombre de colis, colis, bultos, volumi, volumes, colli’s, 件数',
    ownerId: 'bearbeiter, sachbearbeiter, responsable, responsabile, responsável, behandelaar, 操作员',
    customerInstructions:
      'bemerkung, bemerkungen, remarques, observaciones, note, observações, opmerkingen, 备注',
  },
  contacts: {
    name: 'firma, firmenname, société, raison sociale, empresa, azienda, ragione sociale, bedrijf, 公司, 公司名称',
    contactName: 'ansprechpartner, interlocuteur, contacto, contatto, contato, contactpersoon, 联系人',
    street: 'straße, rue, adresse, calle, dirección, indirizzo, via, rua, endereço, straat, adres, 地址',
    city: 'ort, stadt, ville, ciudad, città, cidade, plaats, 城市',
    code: 'postleitzahl, code postal, código postal, cap, postcode, 邮编',
    countryId: 'land, pays, país, paese, 国家',
    telephone: 'telefon, téléphone, teléfono, telefono, telefone, telefoon, 电话',
    mobile: 'handy, mobil, portable, móvil, cellulare, celular, mobiel, 手机',
    email: 'e-mail-adresse, courriel, correo, correo electrónico, posta elettronica, 邮箱',
    website: 'webseite, site web, sitio web, sito, 网站',
  },
  items: {
    name: 'artikel, ware, produit, article, producto, prodotto, produto, 品名',
    description: 'beschreibung, bezeichnung, descripción, descrizione, descrição, omschrijving, 描述',
    quantity: 'menge, anzahl, stück, quantité, cantidad, quantità, quantidade, aantal, 数量',
    modeOfPacking: 'verpackung, verpackungsart, emballage, embalaje, imballaggio, verpakking, 包装',
    grossWeight: 'bruttogewicht, brutto, poids brut, peso bruto, peso lordo, brutogewicht, 毛重',
    netWeight: 'nettogewicht, netto, poids net, peso neto, peso netto, peso líquido, 净重',
    numberOfPacks: 'packstücke, kolli, colis, nombre de colis, bultos, 件数',
  },
}

const foldedOnce = new Map<string, readonly string[]>()

export function foreignWordsOf(kind: ImportKind, field: string): readonly string[] {
  const key = `${kind} ${field}`
  const known = foldedOnce.get(key)
  if (known) return known
  const words = (foreignWords[kind][field] ?? '').split(',').flatMap(word => word.trim() || [])
  foldedOnce.set(key, words)
  return words
}
