import FoundationEssentials
import WebMessages

struct Form {
  private var fields: [String: FormValue] = [:]

  /// Whether all values are text, because the encoding has no numbers.
  private var isText = false

  /// Whether null is an error: a change must leave out fields that it does not change.
  private let rejectsNull: Bool

  /// Parses a body by its content type.
  ///
  /// `kind` is the type that a JSON:API document must have, and `id` that of the resource to
  /// change; nil to create one. Throws 415 for an unsupported content type, 400 for a malformed
  /// body, 409 or 403 for a document of another resource.
  init(
    _ request: ShopRequest, of kind: any WireResource.Type, changing id: String? = nil
  ) throws(ShopProblem) {
    rejectsNull = id != nil
    let type = MediaType(request.headers["Content-Type"] ?? "")
    guard type.isUTF8 else {
      throw .unsupported("The charset of the body must be UTF-8.")
    }
    switch type.name {
    case MediaType.json: fields = try Self.json(request.body)
    case MediaType.document:
      guard !type.isUnsupportedDocument else {
        throw .unsupported("Parameters and extensions of \(type.name) are not supported.")
      }
      fields = try FormDocument(request.body).attributes(of: "\(kind.type)", changing: id)
    case "application/x-www-form-urlencoded":
      (fields, isText) = (try Self.urlencoded(request.body), true)
    case "multipart/form-data":
      (fields, isText) = (try Self.multipart(request.body, type.boundary), true)
    default:
      throw .unsupported(
        "Content-Type must be application/json, \(MediaType.document), multipart/form-data or "
          + "application/x-www-form-urlencoded.")
    }
  }

  /// Returns a field's text; nil if the field is missing, or is null in a new resource.
  func text(_ name: String) throws(ShopProblem) -> String? {
    switch fields[name] {
    case nil: return nil
    case .null where !rejectsNull: return nil
    case .text(let text): return text
    case .null, .number, .other: throw .invalid(field: name, "\(name) must be text.")
    }
  }

  func integer(_ name: String) throws(ShopProblem) -> Int? {
    switch fields[name] {
    case nil: return nil
    case .null where !rejectsNull: return nil
    case .number(let number): return number
    case .text(let text) where isText:
      if let number = Int(text) { return number }
    case .null, .text, .other: break
    }
    throw .invalid(field: name, "\(name) must be a whole number.")
  }

  private static func json(_ body: Data) throws(ShopProblem) -> [String: FormValue] {
    // Foundation also accepts UTF-16 and UTF-32, which JSON no longer is (RFC 8259, 8.1).
    guard String(validating: body, as: UTF8.self) != nil,
      let fields = try? JSONDecoder().decode([String: FormValue].self, from: body)
    else { throw .malformed("The body is not a JSON object in UTF-8.") }
    return fields
  }

  private static func urlencoded(_ body: Data) throws(ShopProblem) -> [String: FormValue] {
    guard let text = String(validating: body, as: UTF8.self),
      let items = URLEncoding.items(of: text[...])
    else { throw .malformed("The body is not a URL-encoded form in UTF-8.") }
    return Dictionary(items.map { ($0, .text($1)) }) { first, _ in first }
  }

  private static func multipart(
    _ body: Data, _ boundary: String?
  ) throws(ShopProblem) -> [String: FormValue] {
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

private enum FormValue: Decodable, Equatable {
  case null
  case text(String)
  case number(Int)
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .other
    }
  }
}

/// The JSON:API document of a write: `{"data": {"type", "id", "attributes"}}`.
private struct FormDocument {
  private let data: ResourceObject

  private struct Document: Decodable {
    let data: ResourceObject
  }

  private struct ResourceObject: Decodable {
    let type: String
    let id: String?
    let attributes: [String: FormValue]?
  }

  init(_ body: Data) throws(ShopProblem) {
    guard String(validating: body, as: UTF8.self) != nil,
      let document = try? JSONDecoder().decode(Document.self, from: body)
    else {
      throw .malformed(
        "The body is not a JSON:API document in UTF-8 with one resource and its type as data.")
    }
    data = document.data
  }

  /// Throws 409 for another type or id, 403 for an id chosen by the client (JSON:API 1.1, "Creating
  /// Resources", "Updating Resources").
  func attributes(of type: String, changing id: String?) throws(ShopProblem) -> [String: FormValue]
  {
    guard data.type == type else {
      throw .conflict("wrong_type", "data.type must be \(type) here.", at: .member("/data/type"))
    }
    if let id {
      guard data.id == id else {
        throw .conflict("wrong_id", "data.id must be the id in the path.", at: .member("/data/id"))
      }
    } else if data.id != nil {
      throw .forbidden("The shop assigns ids itself; leave out data.id.")
    }
    return data.attributes ?? [:]
  }
}
