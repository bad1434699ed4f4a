import {
  dimensionUnits,
  hazardClasses,
  packingGroups,
  packingModeChoices,
  weightUnits,
  yesOrNo,
} from './choices.ts'
import { type ImportFields, importField } from './import-field.ts'
import type { ImportKind } from './import-kinds.ts'
import { itemLabels } from './items.ts'
import { jobImportFields } from './job-import-fields.ts'
import { organisationLabels } from './organisations.ts'
import { keysOf } from './typed-objects.ts'

const contactSynonyms: Readonly<Record<string, string>> = {
  name: 'company, company name, organisation, organization, customer, customer name, account, account name, party, firm',
  description: 'remarks, notes, comments',
  contactName: 'contact, person to contact, attention, attn, person',
  buildingNo: 'building number, house no, house number, no',
  buildingName: 'building',
  street: 'address, address 1, address line 1, street address, road',
  city: 'town, place',
  county: 'state, province, region, district',
  code: 'zip, zip code, postcode, postal code, pin code, plz',
  countryId: 'country code, country name',
  telephone: 'phone, tel, phone no, phone number, telephone no, office phone, landline',
  mobile: 'cell, cell phone, mobile no, mobile number, whatsapp',
  email: 'e-mail address, email address, mail, email id',
  website: 'web, url, homepage, web site',
  taxNumber:
    'tax no, tax id, vat, vat no, vat number, vat id, vat reg no, gst, gst no, gstin, ntn, trn, eori, tin',
  paymentTerms: 'terms, terms of payment, credit terms, payment term',
  scac: 'scac code, carrier code',
  iataPrefix: 'airline prefix, awb prefix',
  iataAgentCode: 'iata code, iata no, iata number',
  accountNumber: 'account no, account, customer no, customer number, customer code, debtor no, creditor no',
}

const contacts: ImportFields = {
  contactId: importField('Id', 'key', 'contact id'),
  ...Object.fromEntries(
    keysOf(organisationLabels).map(name => [
      name,
      importField(organisationLabels[name], name === 'countryId' ? 'country' : 'text', contactSynonyms[name]),
    ]),
  ),
}

const items: ImportFields = {
  job: importField('Job Id', 'key', 'job, job no, job number, file no, shipment'),
  jobHbl: importField('House BL of the job', 'key', 'hbl, house bl, house b/l, hbl no, hawb, b/l no, bl no'),
  name: importField(
    itemLabels.name,
    'text',
    'item, item name, goods, product, article, commodity, sku, part no',
  ),
  description: importField(
    itemLabels.description,
    'text',
    'goods description, description of goods, details, remarks',
  ),
  quantity: importField(
    itemLabels.quantity,
    'count',
    'qty, qnty, quantities, pcs, pieces, no of pcs, no of pieces, units, quantity (pcs)',
  ),
  modeOfPacking: importField(
    itemLabels.modeOfPacking,
    'choice',
    'packing, package type, pkg type, kind of packages, packaging, type',
    packingModeChoices,
  ),
  grossWeight: importField(
    itemLabels.grossWeight,
    'measure',
    'gross wt, gross wgt, gw, g w, g/w, g wt, g/wt, gwt, gross weight (kg), gross weight (kgs), weight, gross kgs',
  ),
  netWeight: importField(
    itemLabels.netWeight,
    'measure',
    'net wt, net wgt, nw, n w, n/w, n wt, n/wt, nwt, net weight (kg), net weight (kgs), net kgs',
  ),
  weightUnit: importField(itemLabels.weightUnit, 'choice', 'uom, unit, weight uom', weightUnits),
  numberOfPacks: importField(
    itemLabels.numberOfPacks,
    'count',
    'packages, packs, pkgs, no of pkgs, no of packages, no of packs, number of packages, cartons, ctns, no of cartons, no of ctns, qty of packages, colli',
  ),
  marksAndNumbers: importField(
    itemLabels.marksAndNumbers,
    'text',
    'marks, shipping marks, marks & numbers, marks and nos, marks & nos, marks/numbers',
  ),
  hsCode: importField(
    itemLabels.hsCode,
    'text',
    'hs, hs no, hs number, hs tariff, hscode, tariff, tariff code, tariff no, tariff number, commodity code, hts, hts code',
  ),
  length: importField(itemLabels.length, 'measure', 'l, length of package'),
  width: importField(itemLabels.width, 'measure', 'w, width of package'),
  height: importField(itemLabels.height, 'measure', 'h, height of package'),
  dimensionUnit: importField(itemLabels.dimensionUnit, 'choice', 'dim unit, dimensions unit', dimensionUnits),
  volume: importField(
    itemLabels.volume,
    'measure',
    'cbm, m3, volume cbm, volume (cbm), volume (m3), m³, measurement, measurements, meas, meas (cbm), vol',
  ),
  unNumber: importField(itemLabels.unNumber, 'text', 'un, un no, unno, un-no, un nr, un id'),
  hazardClass: importField(
    itemLabels.hazardClass,
    'choice',
    'class, imo class, imdg class, dg class, hazard, un class, class/division',
    hazardClasses,
  ),
  packingGroup: importField(itemLabels.packingGroup, 'choice', 'pg, packing grp, pkg group', packingGroups),
  properShippingName: importField(itemLabels.properShippingName, 'text', 'psn, shipping name'),
  flashpoint: importField(
    itemLabels.flashpoint,
    'measure',
    'flash point, flash pt, flashpt, fp, f p, flash point c, flashpoint c, flash pt c, flash point c c, flashpoint c c',
  ),
  marinePollutant: importField(
    itemLabels.marinePollutant,
    'choice',
    'mp, m p, m/p, mar pol, marine pol, marine poll, marine pollutants, pollutant, marine pollutant (y/n)',
    yesOrNo,
  ),
  limitedQuantity: importField(
    itemLabels.limitedQuantity,
    'choice',
    'lq, l q, ltd qty, ltd quantity, ltd quantities, limited qty, limited quantities, limited quantity (y/n)',
    yesOrNo,
  ),
  /** By its number, as the export writes it. */
  container: importField(
    'Container',
    'text',
    'container no, container nos, container number, containers, container id, cntr, cntr no, ctr no, cont no, equipment, equipment no',
  ),
}

/** What a column of a file can be, by kind; `job` and `jobHbl` only where the file names the job of each item. */
export const importFields: Readonly<Record<ImportKind, ImportFields>> = {
  jobs: jobImportFields,
  contacts,
  items,
}
