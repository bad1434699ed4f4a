// Runs after `npm ci`, on whatever Node the machine has: plain old JavaScript.
'use strict'

const fs = require('node:fs')
const path = require('node:path')

const modules = path.join(__dirname, '../node_modules')

// The headers for building native add-ons are a third of the Node that comes along, and nothing here builds any.
for (const name of fs.readdirSync(modules))
  if (/^node-(linux|darwin|win)-/.test(name))
    fs.rmSync(path.join(modules, name, 'include'), { recursive: true, force: true })
