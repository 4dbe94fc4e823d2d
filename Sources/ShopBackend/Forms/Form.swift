import FoundationEssentials
import WebMessages

/// A body's fields, whichever of four encodings they came in.
struct Form {
  private var fields: [String: FormValue] = [:]

  /// Whether all values came as text, numbers too.
  private var isText = false

  /// Whether a null is no value: a change that leaves a field alone leaves it out.
  private let refusesNull: Bool

  /// Reads a body by its content type.
  ///
  /// - Parameters:
  ///   - kind: what a JSON:API document must be of.
  ///   - id: the id of what is changed, which the document then has too; nil where it is made.
  /// - Throws: ``Refusal`` 415 for another content type, 400 for a body that is not what its type
  ///   says, 409 and 403 for a document that is of something else.
  init(
    _ request: ShopRequest, of kind: any WireResource.Type, changing id: String? = nil
  ) throws(Refusal) {
    refusesNull = id != nil
    let type = MediaType(request.headers["Content-Type"] ?? "")
    guard type.isUTF8 else {
      throw .unsupported("A body here is UTF-8, and charset says otherwise.")
    }
    switch type.name {
    case MediaType.json: fields = try Self.json(request.body)
    case MediaType.document:
      guard !type.isUnknownDocument else {
        throw .unsupported("The shop knows no extension and no parameter of \(type.name).")
      }
      fields = try FormDocument(request.body).attributes(of: "\(kind.type)", changing: id)
    case "application/x-www-form-urlencoded":
      (fields, isText) = (try Self.urlencoded(request.body), true)
    case "multipart/form-data":
      (fields, isText) = (try Self.multipart(request.body, type.boundary), true)
    default:
      throw .unsupported(
        "A body here is application/json, \(MediaType.document), multipart/form-data or "
          + "application/x-www-form-urlencoded, and Content-Type says which.")
    }
  }

  /// A field's text; nil where it is missing, or null in what makes something.
  func text(_ name: String) throws(Refusal) -> String? {
    switch fields[name] {
    case nil: return nil
    case .null where !refusesNull: return nil
    case .text(let text): return text
    case .null, .number, .other: throw .invalid(field: name, "\(name) must be a text.")
    }
  }

  /// A field's whole number; nil where it is missing, or null in what makes something.
  func integer(_ name: String) throws(Refusal) -> Int? {
    switch fields[name] {
    case nil: return nil
    case .null where !refusesNull: return nil
    case .number(let number): return number
    case .text(let text) where isText:
      if let number = Int(text) { return number }
    case .null, .text, .other: break
    }
    throw .invalid(field: name, "\(name) must be a whole number.")
  }

  private static func json(_ body: Data) throws(Refusal) -> [String: FormValue] {
    // Foundation would also take UTF-16 and UTF-32, which JSON no longer is (RFC 8259, 8.1).
    guard String(validating: body, as: UTF8.self) != nil,
      let fields = try? JSONDecoder().decode([String: FormValue].self, from: body)
    else { throw .malformed("The body is not a JSON object in UTF-8.") }
    return fields
  }

  private static func urlencoded(_ body: Data) throws(Refusal) -> [String: FormValue] {
    guard let text = String(validating: body, as: UTF8.self),
      let items = URLEncoding.items(of: text[...])
    else { throw .malformed("The body is not a URL-encoded form in UTF-8.") }
    return Dictionary(items.map { ($0, .text($1)) }) { first, _ in first }
  }

  private static func multipart(
    _ body: Data, _ boundary: String?
  ) throws(Refusal) -> [String: FormValue] {
    guard let boundary, let parts = MultipartReader(boundary: boundary).fields(in: Array(body))
    else {
      throw .malformed("The body is not a multipart form with the boundary of its Content-Type.")
    }
    var fields: [String: FormValue] = [:]
    for part in parts where fields[part.name] == nil {
      guard let text = String(validating: part.content, as: UTF8.self) else {
        throw .malformed("A field of the multipart form is not UTF-8.")
      }
      fields[part.name] = .text(text)
    }
    return fields
  }
}
