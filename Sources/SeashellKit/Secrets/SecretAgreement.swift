import CoreJSON
import FoundationEssentials
import WebMessages

/// The user's consent to send a secret to an origin.
struct SecretAgreement: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    case variable(String)
    case file(String)
    /// A program that prints it: its path without links, and its command line.
    case program(path: String, words: [String])
    case store(path: String, words: [String])
  }

  let source: Source
  /// The origin, such as `https://api.example.com`.
  let origin: String

  /// - Parameter origin: an origin, or an address at it.
  init(_ source: Source, origin: String) {
    self.source = source
    self.origin = URL(string: origin).map { Origin($0).description } ?? origin
  }

  var isLoopback: Bool {
    URL(string: origin).map { Loopback.contains(host: Origin($0).host) } ?? false
  }
}

extension SecretAgreement {
  init?(_ value: JSONValue) {
    guard case .string(let origin)? = value["origin"] else { return nil }
    func program(_ field: String) -> (String, [String])? {
      guard case .string(let path)? = value[field], case .array(let elements)? = value["command"]
      else { return nil }
      return (path, elements.compactMap { if case .string(let word) = $0 { word } else { nil } })
    }
    let source: Source
    if case .string(let name)? = value["variable"] {
      source = .variable(name)
    } else if case .string(let path)? = value["file"] {
      source = .file(path)
    } else if let (path, words) = program("program") {
      source = .program(path: path, words: words)
    } else if let (path, words) = program("store") {
      source = .store(path: path, words: words)
    } else {
      return nil
    }
    self.init(source, origin: origin)
  }

  var json: JSONValue {
    switch source {
    case .variable(let name): ["origin": .string(origin), "variable": .string(name)]
    case .file(let path): ["origin": .string(origin), "file": .string(path)]
    case .program(let path, let words):
      [
        "origin": .string(origin), "program": .string(path),
        "command": .array(words.map(JSONValue.string)),
      ]
    case .store(let path, let words):
      [
        "origin": .string(origin), "store": .string(path),
        "command": .array(words.map(JSONValue.string)),
      ]
    }
  }
}
