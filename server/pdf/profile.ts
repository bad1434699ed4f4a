import { join } from 'node:path'

type Setting = { path: string; name: string; value: string | number | boolean }

const NOWHERE = '127.0.0.1'
// The port of "discard", on which nothing answers.
const DISCARD = 9

/** No macros, no links followed, and whatever asks for the net all the same finds a wall. */
const settings: readonly Setting[] = [
  { path: 'Office.Common/Security/Scripting', name: 'DisableMacrosExecution', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'MacroSecurityLevel', value: 3 },
  { path: 'Office.Common/Security/Scripting', name: 'DisableActiveContent', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'BlockUntrustedRefererLinks', value: true },
  { path: 'Office.Writer/Content/Update', name: 'Link', value: 0 },
  { path: 'Inet/Settings', name: 'ooInetProxyType', value: 2 },
  { path: 'Inet/Settings', name: 'ooInetHTTPProxyName', value: NOWHERE },
  { path: 'Inet/Settings', name: 'ooInetHTTPProxyPort', value: DISCARD },
  { path: 'Inet/Settings', name: 'ooInetHTTPSProxyName', value: NOWHERE },
  { path: 'Inet/Settings', name: 'ooInetHTTPSProxyPort', value: DISCARD },
]

/** A new profile, made afresh for each run: the folders first, and the file in them. */
export function profileFiles(folder: string): { name: string; content?: string }[] {
  const items = settings.map(
    ({ path, name, value }) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse">` +
      `<value>${value}</value></prop></item>`,
  )
  const content =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" ' +
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `${items.join('')}</oor:items>\n`
  const user = join(folder, 'user')
  return [{ name: folder }, { name: user }, { name: join(user, 'registrymodifications.xcu'), content }]
}
