export const importKinds = ['jobs', 'contacts', 'items'] as const
export type ImportKind = (typeof importKinds)[number]
