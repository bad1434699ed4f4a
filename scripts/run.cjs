// node scripts/run.cjs FILE.ts …: runs a TypeScript file of the project, in this process and with the arguments that follow.
// Plain old JavaScript on purpose: this must run on the Node that is too old for everything else.
'use strict'

const path = require('node:path')

if (!process.features.typescript) {
  console.error(
    'Lading needs Node.js 22.18 or later and found ' +
      process.versions.node +
      ". Its own Node.js comes with the optional dependencies: run 'npm ci' again without --omit=optional, or install Node.js 24.",
  )
  process.exit(1)
}

const file = process.argv[2]
if (!file) {
  console.error('Name the file to run: node scripts/run.cjs FILE.ts [ARGUMENT…]')
  process.exit(1)
}

// A third less work at every start after the first; threads and processes of the file's own find it by environment.
const Module = require('node:module')
Module.enableCompileCache(path.join(__dirname, '../.cache/compiled'))
if (Module.getCompileCacheDir()) process.env.NODE_COMPILE_CACHE = path.join(__dirname, '../.cache/compiled')

process.argv.splice(1, 2, path.resolve(file))
// Unlike import(), this makes the file the main one, which asks import.meta.main.
Module.runMain()
