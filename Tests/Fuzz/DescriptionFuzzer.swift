import CoreJSON

@testable import SeashellAPIs

/// The input is a description, whose operations are kept in records as they are read, or it is a record.
func fuzzDescription(_ input: [UInt8]) {
  var limits = DescriptionLimits()
  limits.aliasSize = 1 << 16
  limits.documents = 2
  do throws(DescriptionError) {
    let reader = DescriptionReader(limits: limits) { _ in input }
    var ids: Set<String> = []
    let head = try reader.read(input, source: "/api/open.json") {
      operation throws(DescriptionError) in
      promise(operation.path.hasPrefix("/") && ids.insert(operation.id).inserted)
      promise(operation.id.utf8.count <= 2 * limits.name)
      promise(operation.parameters.allSatisfy { $0.name.utf8.count <= limits.name })
      check(operation)
    }
    promise(head.operationCount == ids.count && head.problems.count <= head.problemCount)
    var record = RecordWriter()
    head.write(to: &record)
    var copy = RecordReader(record.bytes)
    promise(try APIDescription(from: &copy) == head)
    for problem in head.problems { checkBound(problem.reason) }
  } catch {
    checkBound(error.description)
  }
  fuzzRecord(input)
  fuzzAddress(String(decoding: input, as: UTF8.self))
}

/// A record gives the operation that it was made of.
private func check(_ operation: DescribedOperation) {
  var record = RecordWriter()
  operation.write(to: &record)
  var reader = RecordReader(record.bytes, parts: record.parts)
  promise((try? DescribedOperation(from: &reader)) == operation && reader.isAtEnd)
}

/// A record of any bytes is an operation or an error.
private func fuzzRecord(_ input: [UInt8]) {
  let parts = input.split(separator: 0xFF, maxSplits: 3, omittingEmptySubsequences: false)
  var reader = RecordReader(Array(parts[0]), parts: parts.dropFirst().map { Array($0) })
  if let operation = try? DescribedOperation(from: &reader), reader.isAtEnd { check(operation) }
  var head = RecordReader(input)
  _ = try? APIDescription(from: &head)
  _ = IndexLayout(input, fileSize: 1 << 20)
}

/// A server at the origin that was typed stays there, and has no way out of its path.
private func fuzzAddress(_ text: String) {
  let home = "https://api.example.com"
  let addresses = ServerAddresses(typed: "\(home)/docs/open.json") { url in
    url == home || url.hasPrefix("\(home)/") ? home : url
  }
  switch addresses.base(of: DescribedServer(url: text)) {
  case .typed(let url):
    promise(url == home || url.hasPrefix("\(home)/"))
    promise(!url.hasSuffix("/") && !url.contains("/../") && !url.hasSuffix("/.."))
  case .foreign(let server): promise(server.typedURL.hasPrefix(home) && server.origin != home)
  case .unusable(let reason): checkBound(reason)
  }
}
