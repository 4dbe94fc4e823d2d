import SeashellKit
import WebDescriptions

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

  /// The values are encoded, in the order of the names.
  func filled(_ values: [String]) -> String {
    var path = ""
    for part in parts {
      switch part {
      case .text(let text): path += text
      case .parameter(let number): path += values[number]
      }
    }
    return path.hasPrefix("/") || path.isEmpty ? path : "/\(path)"
  }
}
