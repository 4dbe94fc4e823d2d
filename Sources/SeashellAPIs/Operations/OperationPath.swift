import SeashellKit

struct OperationPath {
  private enum Part {
    case text(String)
    /// A parameter, by its index among those of the path.
    case parameter(Int)
  }

  /// The characters of the path's own text that are not escaped.
  private static let kept = PercentEncoding.segment.union("/{}%?;")

  private let parts: [Part]

  /// A part of the path after `#` distinguishes operations on the same path, and is not sent.
  init(_ path: String, _ names: [String]) {
    var parts: [Part] = []
    func add(_ text: Substring) {
      if !text.isEmpty {
        parts.append(.text(PercentEncoding.encode(String(text), keeping: Self.kept)))
      }
    }
    let pieces = path.prefix { $0 != "#" }.split(separator: "{", omittingEmptySubsequences: false)
    add(pieces.first ?? "")
    for piece in pieces.dropFirst() {
      if let end = piece.firstIndex(of: "}"),
        let number = names.firstIndex(of: String(piece[..<end]))
      {
        parts.append(.parameter(number))
        add(piece[end...].dropFirst())
      } else {
        add("{\(piece)")
      }
    }
    self.parts = parts
  }

  /// Returns the path with the parameters' values, which are encoded, in the order of the names.
  ///
  /// `wrong` is the index of a value that is empty or makes a segment `.` or `..`, as it is sent: servers take such
  /// a path for another one.
  func filled(_ values: [String]) -> (path: String, wrong: Int?) {
    var path = ""
    var places: [(number: Int, range: Range<Int>)] = []
    for part in parts {
      switch part {
      case .text(let text): path += text
      case .parameter(let number):
        let start = path.utf8.count
        path += values[number]
        places.append((number, start..<path.utf8.count))
      }
    }
    let dots = Self.dots(in: path)
    let wrong = places.first { place in
      place.range.isEmpty || dots.contains { $0.overlaps(place.range) }
    }?.number
    return (path.hasPrefix("/") || path.isEmpty ? path : "/\(path)", wrong)
  }

  /// The ranges of segments that servers take for another path.
  private static func dots(in path: String) -> [Range<Int>] {
    let bytes = path.utf8.prefix { $0 != UInt8(ascii: "?") }
    return bytes.split(separator: UInt8(ascii: "/")).filter(PercentEncoding.isDots).map {
      let start = bytes.distance(from: bytes.startIndex, to: $0.startIndex)
      return start..<start + $0.count
    }
  }
}
