// ./lading health [URL]: ends with 0 if the server on this machine answers, for a container's health check.
'use strict'

const { get } = require('node:http')

const host = ['', '0.0.0.0', '::'].includes(process.env.HOST || '') ? '127.0.0.1' : process.env.HOST
const url =
  process.argv[2] || `http://${host.includes(':') ? `[${host}]` : host}:${process.env.PORT || 3000}/healthz`
const fail = reason => {
  console.error(`${url}: ${reason}`)
  process.exit(1)
}
get(url, { timeout: 4000 }, reply => (reply.statusCode === 200 ? process.exit(0) : fail(reply.statusCode)))
  .on('timeout', () => fail('no answer within 4 seconds'))
  .on('error', error => fail(error.message))
