import SeashellKit
import WebDescriptions

/// The path of an operation, taken apart once: texts as they are sent, and parameters between them.
struct OperationPath {
  private enum Part {
    case text(String)
    /// The parameter with a number among those of the path.
    case parameter(Int)
  }

  /// What of the path's own text stays as it is.
  private static let kept = PercentEncoding.segment.union("/{}%?;")

  private let parts: [Part]

  /// - Parameters:
  ///   - path: the path with its templates. What follows `#` tells operations on one path apart, and is not
  ///     sent.
  ///   - names: the names of its parameters.
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

  /// Returns the path with values in place of its parameters.
  ///
  /// - Parameter values: the values as they are sent, in the order of the names.
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
