// Plain old JavaScript on purpose: this must run on the Node that is too old for everything else.
'use strict'

if (!process.features.typescript) {
  console.error(
    'Lading needs Node.js 22.18 or later and found ' +
      process.versions.node +
      ". Its own Node.js comes with the optional dependencies: run 'npm ci' again without --omit=optional, or install Node.js 24.",
  )
  process.exit(1)
}

// A third less work at every start after the first.
require('node:module').enableCompileCache(require('node:path').join(__dirname, '../.cache/compiled'))
