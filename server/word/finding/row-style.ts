/** How the rows of a paper may write a field, each alike, as no format does: no function, for it is sent to another thread. */
export interface RowStyle {
  field: string
  /** What stands for a value, such as “CTNS” for Cartons; any other stands as it is. */
  texts?: ReadonlyMap<string, string>
  /** What stands between the parts of a value, and what between those of the text. */
  joint?: { own: string; written: string }
}
