/** The bare server's statements: one for each question, written for these tables and nothing else. */

const columns = `j.id, j.job_number as "jobId", j.name, j.status as "statusId", j.etd, j.eta,
  j.gross_weight as "grossWeight", j.net_weight as "netWeight", j.volume, j.number_of_packages as "numberOfPackages",
  j.master_bl as mbl, j.house_bl as hbl, j.igm, j.index_number as "indexNumber", j.shed_number as "shedNumber",
  q.commodity, q.transport_mode as "transportMode", q.load_type as "clType", q.quote_type as "quoteType",
  lp.name as "loadingPort", vp.name as "viaPort", dp.name as "dischargePort", tp.name as "destinationPort",
  c.name as consignee, s.name as shipper, a.name as agent, r.name as carrier`

const joins = `left join quotes q on q.id = j.quote
  left join ports lp on lp.id = q.loading_port
  left join ports vp on vp.id = q.via_port
  left join ports dp on dp.id = q.discharge_port
  left join ports tp on tp.id = q.destination_port
  left join job_parties pc on pc.job = j.id and pc.role = 0 left join organisations c on c.id = pc.organisation
  left join job_parties ps on ps.job = j.id and ps.role = 1 left join organisations s on s.id = ps.organisation
  left join job_parties pa on pa.job = j.id and pa.role = 2 left join organisations a on a.id = pa.organisation
  left join job_parties pr on pr.job = j.id and pr.role = 3 left join organisations r on r.id = pr.organisation`

const newest = '(select * from jobs order by job_number desc limit 50)'

// Each text where it stands: the job's own, its quote's, its ports' and its companies' names.
const matches = `
  select job_number from jobs where search_text like $1
  union
  select j.job_number from quotes q join jobs j on j.quote = q.id where q.commodity ilike $1
  union
  select j.job_number
  from (select array(select id from ports where name ilike $1) as ids) p
  join quotes q on q.loading_port = any (p.ids) or q.via_port = any (p.ids) or q.discharge_port = any (p.ids)
    or q.destination_port = any (p.ids)
  join jobs j on j.quote = q.id
  union
  select j.job_number from job_parties p join jobs j on j.id = p.job
  where p.organisation = any (array(select id from organisations where name ilike $1))`

export const statements = {
  list: `select ${columns} from ${newest} j ${joins} order by j.job_number desc`,
  total: 'select count(*)::int as total from jobs',
  // $1: the text in lower case between two %.
  search: `with matched as materialized (${matches})
    select (select count(*)::int from matched) as total, ${columns}
    from (select * from jobs
      where job_number = any (array(select job_number from matched order by job_number desc limit 50))) j
    ${joins} order by j.job_number desc`,
  job: `select json_build_object(
      'id', j.id, 'jobId', j.job_number, 'name', j.name, 'statusId', j.status, 'swbro', j.ready_on,
      'vesselName', j.vessel_name, 'etd', j.etd, 'eta', j.eta, 'customerInstructions', j.customer_instructions,
      'sisttao', j.instructions_sent_on, 'grossWeight', j.gross_weight, 'netWeight', j.net_weight,
      'weightUnit', j.weight_unit, 'volume', j.volume, 'volumeUnit', j.volume_unit,
      'numberOfPackages', j.number_of_packages, 'documentsReceivedDate', j.documents_received_on, 'mbl', j.master_bl,
      'hbl', j.house_bl, 'dettco', j.documents_emailed_on, 'dsttco', j.documents_submitted_on, 'igm', j.igm,
      'indexNumber', j.index_number, 'shedNumber', j.shed_number, 'dopubtco', j.picked_up_on,
      'shipmentDate', j.shipment_date,
      'quote', (select json_build_object('commodity', q.commodity, 'transportMode', q.transport_mode,
          'quoteType', q.quote_type, 'clType', q.load_type, 'loadingPortId', q.loading_port, 'viaPortId', q.via_port,
          'dischargePortId', q.discharge_port, 'destinationPortId', q.destination_port, 'loadingPort', lp.name,
          'viaPort', vp.name, 'dischargePort', dp.name, 'destinationPort', tp.name)
        from quotes q
        left join ports lp on lp.id = q.loading_port
        left join ports vp on vp.id = q.via_port
        left join ports dp on dp.id = q.discharge_port
        left join ports tp on tp.id = q.destination_port
        where q.id = j.quote),
      'parties', (select coalesce(json_agg(json_build_object('id', p.id, 'role', p.role, 'organisation',
          json_build_object('id', o.id, 'name', o.name, 'description', o.description, 'contactName', o.contact_name,
            'contact', json_build_object('id', k.id, 'buildingNo', k.building_no, 'buildingName', k.building_name,
              'street', k.street, 'city', k.city, 'county', k.county, 'code', k.post_code, 'countryId', k.country,
              'telephone', k.telephone, 'mobile', k.mobile, 'email', k.email)))), '[]')
        from job_parties p
        join organisations o on o.id = p.organisation
        left join contacts k on k.organisation = o.id
        where p.job = j.id),
      'items', (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'description', i.description,
          'quantity', i.quantity, 'modeOfPacking', i.packing_mode, 'grossWeight', i.gross_weight,
          'netWeight', i.net_weight, 'weightUnit', i.weight_unit, 'numberOfPacks', i.number_of_packs)
          order by i.position), '[]')
        from items i where i.job = j.id))::text as answer
    from jobs j where j.id = $1`,
  create: `with q as (
      insert into quotes (commodity, transport_mode, quote_type, load_type, loading_port, via_port, discharge_port,
        destination_port)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning id),
    j as (
      insert into jobs (id, name, status, vessel_name, etd, eta, gross_weight, net_weight, weight_unit, volume,
        volume_unit, number_of_packages, master_bl, house_bl, quote)
      select $9::uuid, $10, $11::int, $12, $13::date, $14::date, $15::float8, $16::float8, $17::int, $18::float8,
        $19::int, $20::int, $21, $22, id
      from q returning id, job_number),
    p as (
      insert into job_parties (job, role, organisation)
      select j.id, named.role, named.organisation
      from j, unnest($23::int[], $24::uuid[]) named (role, organisation))
    select id, job_number as "jobId" from j`,
  update: `with j as (
      update jobs set name = $2, status = $3, eta = $4, gross_weight = $5, number_of_packages = $6
      where id = $1 returning id, job_number, quote),
    q as (
      update quotes q set commodity = $7, transport_mode = $8, discharge_port = $9 from j where q.id = j.quote),
    p as (update job_parties set organisation = $10 where job = $1 and role = 0)
    select id, job_number as "jobId" from j`,
} as const

export type StatementName = keyof typeof statements
