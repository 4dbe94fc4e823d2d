import CoreJSON
import CoreSecrets

// One walk over any JSON. An object that has a text under a usual name is one problem; below every object, texts
// under other names are the problems of fields, if the object is a map of fields.
extension Reason {
  /// How deep values are read.
  private static let depth = 8

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - field: the path of the value, without boxes such as `errors`.
  ///   - isWhole: whether the value is the whole body.
  ///   - isMap: whether single texts below it belong to fields, rather than to a record that the server repeats.
  ///   - isFields: whether its name says that its members are fields.
  mutating func walk(
    _ value: JSONValue, in field: String?, isWhole: Bool = false, isMap: Bool = true,
    isFields: Bool = false, depth: Int = depth
  ) {
    guard depth > 0, problems.count < Self.maximum else { return }
    switch value {
    case .object(let members):
      walk(members, in: field, isWhole: isWhole, isMap: isMap, isFields: isFields, depth: depth)
    case .array(let list):
      for (index, element) in list.prefix(Self.maximum).enumerated() {
        if case .string(let text) = element {
          add(APIProblem(detail: text, field: field))
        } else {
          let isEntry = ReasonEntry(element, isWhole: false).isProblem
          let place = isEntry ? field : field.map { "\($0).\(index)" }
          walk(element, in: place, isMap: isMap, depth: depth - 1)
        }
      }
    case .string(let text): add(APIProblem(detail: text, field: field))
    default: break
    }
  }

  private mutating func walk(
    _ members: JSONObject, in field: String?, isWhole: Bool, isMap: Bool, isFields: Bool, depth: Int
  ) {
    if isFields, members.isFields {
      for (name, value) in members {
        add(APIProblem(detail: value.text, field: field.map { "\($0).\(name)" } ?? name))
      }
      return
    }
    let entry = ReasonEntry(.object(members), isWhole: isWhole)
    if isMap ? entry.isProblem : entry.isStrong,
      let problem = entry.problem(in: field, but: answered, isWhole: isWhole)
    {
      add(problem)
    }
    let isMap = isMap && !entry.isProblem && entry.mayBeMap
    for (name, value) in entry.rest {
      let plain = name.plainName
      let isBox =
        ReasonNames.isBox(name, plain)
        || value.isObject
          && (plain == "status"
            || isWhole && members.count == 1 && ReasonEntry(value, isWhole: false).isProblem)
      let place =
        isBox ? entry.listField ?? field : field.map { "\($0).\(name)" } ?? name
      switch value {
      case .string(let text):
        let isSaid = problems.contains {
          $0.detail?.lowercased().contains(text.lowercased()) == true
        }
        if text.isEmpty || isSaid && !text.hasWords { continue }
        if ReasonNames.remarks.contains(plain) || isBox && !ReasonNames.isLeftOut(plain) {
          add(APIProblem(detail: text, field: place))
        } else if isMap, !ReasonNames.isLeftOut(plain),
          text.hasWords || !CredentialName.isCredential(name, in: .field)
        {
          add(APIProblem(detail: text, field: place))
        }
      case .array(let list) where list.isTexts:
        if isBox || isMap
          || !ReasonNames.isLeftOut(plain) && list.contains(where: { $0.text?.hasWords == true })
        {
          walk(value, in: place, depth: depth - 1)
        }
      case .array, .object:
        if isBox || !ReasonNames.isLeftOut(plain) {
          walk(
            value, in: place, isMap: isBox || isMap, isFields: ReasonNames.maps.contains(plain),
            depth: depth - 1)
        }
      default: break
      }
    }
  }
}

/// The members of an object that say what is wrong, and the rest.
private struct ReasonEntry {
  private var texts: [(rank: Int, text: String)] = []
  private var error: String?
  private var title: String?
  private var code: String?
  private var field: String?
  private var hasSource = false
  /// Whether texts may be the problems of the fields that they are under: there is no number, and no list of errors.
  private(set) var mayBeMap = true
  private(set) var rest: [(name: String, value: JSONValue)] = []

  /// Whether the object is a problem by itself.
  var isProblem: Bool {
    !texts.isEmpty || error ?? title ?? code != nil || hasSource && field != nil
  }

  /// Whether it is one also in a record that the server repeats.
  var isStrong: Bool { error != nil || texts.contains { ReasonNames.isStrong($0.rank) } }

  /// The field that a list of texts in the object is about, if the object itself has no text.
  var listField: String? { texts.isEmpty ? field : nil }

  init(_ value: JSONValue, isWhole: Bool) {
    guard case .object(let members) = value else { return }
    var fields: [(rank: Int, name: String, value: JSONValue)] = []
    var hasTexts = false
    for (name, value) in members.prefix(Reason.maximum) {
      let plain = name.plainName
      let rank = ReasonNames.text(plain)
      switch value {
      case .integer, .number, .bool:
        mayBeMap = false
        if case .integer(let number) = value, ReasonNames.codes.contains(plain) {
          code = code ?? String(number)
        }
        continue
      case .string("") where rank != nil: continue
      case .string(let text):
        if take(text, plain, rank) { continue }
        if !isWhole, !text.hasWords, let rank = ReasonNames.fields.rank(plain) {
          fields.append((rank, name, value))
          continue
        }
      case .object(let object):
        if rank != nil, let text = object["value"]?.text {
          texts.append((rank ?? 0, text))
          continue
        }
        if plain == "source", let source = Self.source(object) {
          (field, hasSource) = (source, true)
          continue
        }
      case .array(let list):
        if rank == 1 || plain.hasSuffix("messages"), !list.isEmpty { hasTexts = true }
        if !isWhole, list.isPath, let rank = ReasonNames.fields.rank(plain) {
          fields.append((rank, name, value))
          continue
        }
        if case .object? = list.first, ReasonNames.isBox(name, plain) { mayBeMap = false }
      case .null: continue
      }
      rest.append((name, value))
    }
    texts.sort { $0.rank < $1.rank }
    if let values = members["parameters"] {
      texts = texts.map { ($0.rank, values.filling($0.text)) }
    }
    // `error` names the kind of error if texts explain it.
    if hasTexts, texts.isEmpty { error = nil }
    if texts.isEmpty, error == nil, code == nil, title == nil, !hasTexts {
      rest = fields.map { ($0.name, $0.value) } + rest
    } else {
      field = field ?? fields.sorted { $0.rank < $1.rank }.lazy.compactMap(Self.field).first
    }
  }

  /// Takes a text that is one by its name; returns false for any other.
  private mutating func take(_ text: String, _ plain: String, _ rank: Int?) -> Bool {
    if let rank {
      texts.append((rank, text))
    } else if plain == "error" {
      error = text
    } else if plain == "title" {
      title = text
    } else if ReasonNames.codes.contains(plain) {
      code = code ?? text
    } else {
      return false
    }
    return true
  }

  func problem(in place: String?, but status: Int?, isWhole: Bool) -> APIProblem? {
    var (said, code) = (error == nil || !texts.isEmpty ? [] : [error ?? ""], code)
    // A code that only repeats the answer's status says nothing.
    if let status, code == String(status) { code = nil }
    for (_, text) in texts {
      if said.contains(where: { $0.lowercased().contains(text.lowercased()) }) { continue }
      // A second text of one word is a code.
      if said.isEmpty || text.hasWords { said.append(text) } else { code = code ?? text }
    }
    if code == nil, texts.contains(where: { $0.rank == 2 }), let error, !error.hasWords,
      texts.count == 1
    {
      code = error
    }
    if said.isEmpty, title == nil, isWhole { return nil }
    return APIProblem(
      code: code, title: title ?? (texts.isEmpty ? nil : error),
      detail: said.isEmpty ? nil : said.joined(separator: "; "), field: field ?? place)
  }

  /// The field that a source points to: the last part of a pointer (RFC 6901), or a parameter.
  private static func source(_ source: JSONObject) -> String? {
    if let pointer = source["pointer"]?.text { return lastPart(pointer) }
    return source["parameter"]?.text ?? source["header"]?.text
  }

  private static func field(_ rank: Int, _ name: String, _ value: JSONValue) -> String? {
    switch value {
    case .string(let text):
      // The name of an exception or of a kind of error is no field.
      if text.hasSuffix("Error") || text.hasSuffix("Exception") { return nil }
      return text.hasPrefix("/") || text.hasPrefix("#/") ? lastPart(text) : text
    case .array(let parts):
      let places: Set = ["body", "query", "path", "header", "cookie"]
      let names = parts.compactMap { part in
        part.text ?? Reason.number(part).map { "\($0)" }
      }
      let isPlaced = name == "loc" && names.first.map(places.contains) ?? false
      let path = names.dropFirst(isPlaced ? 1 : 0).joined(separator: ".")
      return path.isEmpty ? nil : path
    default: return nil
    }
  }

  private static func lastPart(_ pointer: String) -> String? {
    pointer.split(separator: "/").last.map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self, !text.isEmpty { text } else { nil }
  }

  /// A text with these values for `%1` or `%name` in it (Magento).
  fileprivate func filling(_ text: String) -> String {
    var text = text
    switch self {
    case .object(let members):
      for (name, value) in members { text = text.replacing("%\(name)", with: value.shown) }
    case .array(let values):
      for (index, value) in values.enumerated().reversed() {
        text = text.replacing("%\(index + 1)", with: value.shown)
      }
    default: break
    }
    return text
  }

  private var shown: String { text ?? jsonText }

  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}

extension JSONObject {
  /// Whether these are fields, each with its problem, rather than one problem.
  fileprivate var isFields: Bool {
    allSatisfy { name, value in
      value.text != nil && !ReasonNames.ofOneProblem.contains(name.plainName)
    }
  }
}

extension [JSONValue] {
  fileprivate var isTexts: Bool { !isEmpty && allSatisfy { $0.text != nil } }

  /// Whether these may be the parts of a path: names and indexes, none of them a sentence.
  fileprivate var isPath: Bool {
    !isEmpty
      && allSatisfy { part in
        if case .integer = part { true } else { part.text.map { !$0.hasWords } ?? false }
      }
  }
}

extension String {
  fileprivate var hasWords: Bool { utf8.contains { $0 == 0x20 || $0 == 0x0A } }
}
