// A file of our own, so that the bundler makes the reader's thread a script of this address.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
