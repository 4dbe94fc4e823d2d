import CoreJSON

/// Writes a page's elements, and ends the page early if it gets too long.
struct PageWriter {
  /// The maximum size of a page in bytes; the first element may be larger.
  static let maximumBytes = 4 << 20

  private var json: JSONWriter
  private let start: Int

  private var ends: [Int] = []

  private var isFull = false

  init(_ json: consuming JSONWriter) {
    start = json.bytes.count
    self.json = json
  }

  /// Writes an element, unless the page is full.
  mutating func element<Resource: WireResource>(
    _ resource: @autoclosure () -> Resource, as format: Representation
  ) {
    guard !isFull else { return }
    let end = json.bytes.count
    json.resource(resource(), as: format)
    if !ends.isEmpty, json.bytes.count - start > Self.maximumBytes {
      json.removeAll(after: end)
      isFull = true
    } else {
      ends.append(json.bytes.count)
    }
  }

  /// Returns the JSON, and the page that it contains: `page` or its beginning.
  consuming func finish(_ page: Page) -> (JSONWriter, Page) {
    guard isFull else { return (json, page) }
    let part = page.beginning(of: ends.count)
    json.removeAll(after: ends[part.size - 1])
    return (json, part)
  }
}

extension ShopResponse {
  static func list(
    _ page: Page, total: Int, of request: ShopRequest,
    _ writeElements: (inout PageWriter) throws -> Void
  ) rethrows -> ShopResponse {
    var page = page
    var response = try list(of: request) { json in
      var writer = PageWriter(json)
      json = JSONWriter()
      try writeElements(&writer)
      (json, page) = writer.finish(page)
    } closing: { json in
      page.describe(total: total, in: &json, for: request)
    }
    page.describe(total: total, in: &response, for: request)
    return response
  }

  static func list(
    of request: ShopRequest, _ writeElements: (inout JSONWriter) throws -> Void
  ) rethrows -> ShopResponse {
    try list(of: request, writeElements) { json in
      json.links(to: request.pathAndQuery)
    }
  }

  private static func list(
    of request: ShopRequest, _ writeElements: (inout JSONWriter) throws -> Void,
    closing: (inout JSONWriter) -> Void
  ) rethrows -> ShopResponse {
    try ShopResponse(as: request.format) { json in
      if request.format == .document { json.openDocument() }
      json.openArray()
      try writeElements(&json)
      json.closeArray()
      guard request.format == .document else { return }
      closing(&json)
      json.closeObject()
    }
  }
}
