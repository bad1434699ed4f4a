/** A new entity's id, made here as the specification says: five dash-parted groups of 8-4-4-4-12. */
export const newId = (): string => crypto.randomUUID()
