import FoundationEssentials
import WebAPI

/// A body's fields, whichever of three encodings they came in.
struct Form {
  private var fields: [String: FormValue] = [:]

  /// Reads a body by its content type.
  ///
  /// - Throws: ``Refusal`` 415 for another content type, 400 for a body that is not what its type
  ///   says.
  init(_ request: ShopRequest) throws(Refusal) {
    let type = MediaType(request.headers["Content-Type"] ?? "")
    switch type.name {
    case "application/json": fields = try Self.json(request.body)
    case "application/x-www-form-urlencoded": fields = try Self.urlencoded(request.body)
    case "multipart/form-data": fields = try Self.multipart(request.body, type.boundary)
    default:
      throw .unsupported(
        "A body here is application/json, multipart/form-data or "
          + "application/x-www-form-urlencoded, and Content-Type says which.")
    }
  }

  /// A field's text; nil where it is missing or null.
  func text(_ name: String) throws(Refusal) -> String? {
    switch fields[name] {
    case nil, .null: return nil
    case .text(let text): return text
    case .number, .other: throw .invalid("\(name) must be a text.")
    }
  }

  /// A field's whole number; nil where it is missing or null.
  func integer(_ name: String) throws(Refusal) -> Int? {
    switch fields[name] {
    case nil, .null: return nil
    case .number(let number): return number
    case .text(let text):
      if let number = Int(text) { return number }
    case .other: break
    }
    throw .invalid("\(name) must be a whole number.")
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
