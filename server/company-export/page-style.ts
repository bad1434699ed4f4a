/** The look of the exported pages; nothing in them comes from anywhere else. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f8; --paper: #fff; --text: #14202c; --quiet: #4a5a69; --line: #d5dce3; --accent: #0b6e75;
  --bar: #0c1a2a; --bar-text: #fff; --mark: #e6f5f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0c151f; --paper: #111c28; --text: #e6edf4; --quiet: #a3b2c1; --line: #33455a; --accent: #6dc0c4;
    --bar: #080f17; --bar-text: #e6edf4; --mark: #182533;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 14px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-variant-numeric: tabular-nums;
}
a { color: var(--accent); }
header { background: var(--bar); color: var(--bar-text); padding: 12px 24px; }
header a { color: inherit; }
header p { margin: 0; }
main { max-width: 1200px; margin: 0 auto; padding: 16px 24px 48px; }
h1 { margin: 8px 0 4px; font-size: 22px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 0 0 8px; font-size: 16px; }
h3 { margin: 16px 0 4px; font-size: 14px; }
section { margin-top: 16px; padding: 16px; background: var(--paper); border: 1px solid var(--line); border-radius: 4px; }
.quiet { color: var(--quiet); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 8px 24px; margin: 0; }
.facts div { min-width: 0; }
dt { color: var(--quiet); font-size: 12px; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 6px 12px 6px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; white-space: nowrap; }
td { overflow-wrap: anywhere; min-width: 64px; white-space: pre-wrap; }
.figure { text-align: right; white-space: nowrap; }
.total td { font-weight: 600; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0 0; }
details { border-bottom: 1px solid var(--line); padding: 6px 0; }
summary { cursor: pointer; }
label { display: block; font-weight: 600; margin-bottom: 4px; }
input[type='search'] {
  width: 100%; max-width: 480px; height: 36px; padding: 0 12px; font: inherit; color: inherit;
  background: var(--ground); border: 1px solid var(--quiet); border-radius: 4px;
}
button {
  height: 36px; padding: 0 16px; font: inherit; color: var(--accent); background: var(--paper);
  border: 1px solid var(--accent); border-radius: 4px; cursor: pointer;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
tbody tr:hover { background: var(--mark); }
@media (max-width: 640px) {
  header { padding: 12px 16px; }
  main { padding: 8px 16px 32px; }
  section { padding: 12px; }
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .cards td { display: block; border: 0; padding: 1px 0; text-align: left; white-space: pre-wrap; }
  .cards td:empty { display: none; }
  .cards td[data-label]::before { content: attr(data-label) ': '; color: var(--quiet); }
}
@media print { header, .search { display: none; } section { break-inside: avoid; } }
`
