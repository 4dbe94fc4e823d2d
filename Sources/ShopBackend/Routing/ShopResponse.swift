import FoundationEssentials
import WebMessages

/// An answer, all of whose body is here.
struct ShopResponse {
  var status: Int
  var headers: HTTPHeaders = [:]
  var body: [UInt8] = []

  /// The answer as a door passes it on.
  var message: HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(body)))
  }

  /// Makes an answer without a body.
  init(status: Int) {
    self.status = status
  }

  /// Makes an answer of JSON that `write` writes in a form.
  init(
    status: Int = 200, as format: Representation, _ write: (inout JSONWriter) throws -> Void
  ) rethrows {
    var writer = JSONWriter()
    try write(&writer)
    self.init(status: status, json: writer.bytes, as: format)
  }

  /// Makes an answer of one resource.
  init(status: Int = 200, _ resource: some WireResource, as format: Representation) {
    self.init(status: status, as: format) { $0.answer(resource, as: format) }
  }

  /// Makes an answer of JSON that is already written.
  init(status: Int = 200, json: [UInt8], as format: Representation) {
    self.status = status
    headers["Content-Type"] = format.mediaType
    body = json
  }
}
