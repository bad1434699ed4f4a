/** The one stylesheet of the sign-in pages, in the product's colours. */
export const pageStyle = `
:root {
  --ground: #f5f6f8; --sheet: #fff; --ink: #14202b; --quiet: #4a5763; --line: #c3cad1;
  --accent: #0b6e75; --on-accent: #fff; --wrong: #a61b1b; --wrong-ground: #fdf0f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10171e; --sheet: #18222c; --ink: #e6ebef; --quiet: #a8b4bf; --line: #45525e;
    --accent: #45b5bd; --on-accent: #06191b; --wrong: #ff9a9a; --wrong-ground: #3a1d20;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 "Inter Variable", Inter, system-ui, sans-serif;
}
header { background: #0b1a2b; padding: 12px 24px; }
header a { color: #fff; font-weight: 600; text-decoration: none; }
main {
  max-width: 400px; margin: 48px auto; padding: 32px; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 4px;
}
@media (max-width: 480px) {
  main { margin: 0; padding: 24px 16px; border: 0; min-height: calc(100vh - 48px); }
  body { background: var(--sheet); }
}
h1 { margin: 0 0 24px; font-size: 22px; line-height: 1.3; font-weight: 600; }
p { margin: 0 0 16px; color: var(--quiet); }
a { color: var(--accent); }
label { display: block; margin: 0 0 4px; font-size: 14px; font-weight: 500; }
.field { margin: 0 0 16px; }
input {
  width: 100%; height: 40px; padding: 0 12px; font: inherit; color: inherit;
  background: var(--sheet); border: 1px solid var(--line); border-radius: 4px;
}
input[aria-invalid="true"] { border-color: var(--wrong); }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.hint, .error { margin: 4px 0 0; font-size: 14px; }
.hint { color: var(--quiet); }
.error { color: var(--wrong); }
.alert {
  margin: 0 0 16px; padding: 8px 12px; font-size: 14px; color: var(--wrong);
  background: var(--wrong-ground); border-left: 3px solid var(--wrong);
}
.check { display: flex; gap: 8px; align-items: center; margin: 0 0 16px; }
.check input { width: 20px; height: 20px; margin: 0; accent-color: var(--accent); }
.check label { margin: 0; }
.notice {
  margin: 0 0 16px; padding: 8px 12px; font-size: 14px; color: var(--ink);
  background: var(--ground); border-left: 3px solid var(--accent);
}
h2 { margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); font-size: 16px; line-height: 1.5; font-weight: 600; }
dl { margin: 0; }
.sessions { margin: 0 0 16px; padding: 0; list-style: none; }
.sessions li { padding: 12px 0; border-bottom: 1px solid var(--line); }
.sessions p { margin: 0; }
.sessions form { margin: 8px 0 0; }
.browser { color: var(--ink); overflow-wrap: anywhere; }
.browser strong { font-weight: 500; }
.tag { margin: 0 0 0 8px; padding: 0 8px; font-size: 13px; color: var(--accent); border: 1px solid var(--accent); border-radius: 10px; white-space: nowrap; }
.fact { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 12px 0; border-top: 1px solid var(--line); }
.fact:first-child { border-top: 0; padding-top: 0; }
dt { flex: 1 0 100%; font-size: 14px; color: var(--quiet); }
dd { flex: 1; margin: 0; overflow-wrap: anywhere; }
dd.act { flex: 0 0 auto; }
.qr { display: block; width: 220px; max-width: 100%; margin: 0 0 16px; border-radius: 4px; }
code { font: 15px/1.5 ui-monospace, monospace; color: var(--ink); }
.key { overflow-wrap: anywhere; }
.codes { margin: 0 0 16px; padding: 0 0 0 40px; }
.codes code { white-space: nowrap; }
.actions { display: flex; gap: 8px; margin: 24px 0 0; }
button, a.button {
  display: inline-flex; align-items: center; height: 40px; padding: 0 16px; font: inherit; font-weight: 500; cursor: pointer; text-decoration: none;
  color: var(--ink); background: transparent; border: 1px solid var(--line); border-radius: 4px;
}
button.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.after { margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); font-size: 14px; color: var(--quiet); }
`
