/// Writes the elements of one page, and ends the page early where it gets too long.
struct PageWriter {
  /// The longest page, in bytes.
  ///
  /// A page has its first element, however long that is.
  static let maximumBytes = 4 << 20

  private var json: JSONWriter
  private let start: Int

  /// Where each element ends.
  private var ends: [Int] = []

  /// Whether there is no space left for an element.
  private var isFull = false

  /// Goes on with what a writer has written.
  init(_ json: consuming JSONWriter) {
    start = json.bytes.count
    self.json = json
  }

  /// Writes an element; once the page is full, this does nothing.
  mutating func element<Resource: WireResource>(
    _ resource: @autoclosure () -> Resource, as format: Representation
  ) {
    guard !isFull else { return }
    let end = json.bytes.count
    json.resource(resource(), as: format)
    if !ends.isEmpty, json.bytes.count - start > Self.maximumBytes {
      json.removeAll(behind: end)
      isFull = true
    } else {
      ends.append(json.bytes.count)
    }
  }

  /// Ends the page.
  ///
  /// - Returns: what was written, and the page that it is: `page`, or the beginning of it.
  consuming func finish(_ page: Page) -> (JSONWriter, Page) {
    guard isFull else { return (json, page) }
    let part = page.beginning(of: ends.count)
    json.removeAll(behind: ends[part.size - 1])
    return (json, part)
  }
}
