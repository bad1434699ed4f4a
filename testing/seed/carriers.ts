/** Carriers of the seeded company, each with what its documents and voyages begin with. */
export const carriers = {
  sea: [
    { name: 'Blue Anchor Line', prefix: 'BALN', vessels: ['Ocean Meridian', 'Felixstowe Bridge'] },
    { name: 'Meridian Container Line', prefix: 'MDCL', vessels: ['Indus Pride', 'Karachi Express'] },
    { name: 'Northern Star Shipping', prefix: 'NSTS', vessels: ['Northern Light', 'Baltic Dawn'] },
    { name: 'Trident Ocean Carriers', prefix: 'TRDO', vessels: ['Golden Horizon', 'Pacific Heron'] },
    { name: 'Coral Sea Lines', prefix: 'CRLS', vessels: ['Coral Empress', 'Star of Suez'] },
    { name: 'Crescent Shipping', prefix: 'CRSP', vessels: ['Crescent Bay', 'Straits Voyager'] },
    { name: 'Atlantic Bridge Line', prefix: 'ATBL', vessels: ['Elbe Trader', 'Cape Guardian'] },
  ],
  // Prefixes and designators that no airline has.
  air: [
    { name: 'Silk Route Airways Cargo', prefix: '991', flight: '0S' },
    { name: 'Horizon Air Cargo', prefix: '992', flight: '0H' },
  ],
  road: [{ name: 'Overland Express' }, { name: 'Two Harbours Haulage' }],
} as const

export const carrierNames = [...carriers.sea, ...carriers.air, ...carriers.road].map(({ name }) => name)

/** The number of an air waybill: the airline's prefix, seven digits, and their remainder by 7. */
export function airWaybill(prefix: string, serial: number): string {
  return `${prefix}-${String(serial).padStart(7, '0')}${serial % 7}`
}
