import FoundationEssentials
import WebAPI
import WebAuthorization

extension SecurityRequirement {
  func write(to writer: inout RecordWriter) {
    writer.list(schemes) { writer, scheme in
      writer.text(scheme.id)
      writer.list(scheme.scopes)
    }
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(
      try reader.list { reader throws(DescriptionError) in
        Scheme(try reader.text(), scopes: try reader.texts())
      })
  }
}

extension SecurityScheme {
  func write(to writer: inout RecordWriter) {
    writer.text(id)
    switch kind {
    case .apiKey(let name, let place):
      writer.byte(0)
      writer.text(name)
      writer.choice(place)
    case .basic: writer.byte(1)
    case .bearer: writer.byte(2)
    case .oauth(let settings):
      writer.byte(3)
      settings.write(to: &writer)
    case .clientCertificate: writer.byte(4)
    case .unsupported(let reason):
      writer.byte(5)
      writer.text(reason)
    // No description declares the shop's sessions, so an index that has them is damaged.
    case .session: writer.byte(6)
    }
  }

  init(from reader: inout RecordReader) throws(DescriptionError) {
    let id = try reader.text()
    let kind: Kind
    switch try reader.byte() {
    case 0: kind = .apiKey(name: try reader.text(), try reader.choice())
    case 1: kind = .basic
    case 2: kind = .bearer
    case 3: kind = .oauth(try OAuthSettings(from: &reader))
    case 4: kind = .clientCertificate
    case 5: kind = .unsupported(try reader.text())
    default: throw RecordReader.damaged
    }
    self.init(id, kind)
  }
}

extension OAuthSettings {
  fileprivate func write(to writer: inout RecordWriter) {
    writer.list(flows) { $0.choice($1) }
    for url in [tokenURL, refreshURL, authorizationURL, deviceURL, issuer] {
      writer.optional(url?.absoluteString)
    }
    writer.list(scopes)
  }

  fileprivate init(from reader: inout RecordReader) throws(DescriptionError) {
    self.init(.authorizationCode)
    flows = try reader.list { reader throws(DescriptionError) in try reader.choice() }
    tokenURL = try reader.optionalURL()
    refreshURL = try reader.optionalURL()
    authorizationURL = try reader.optionalURL()
    deviceURL = try reader.optionalURL()
    issuer = try reader.optionalURL()
    scopes = try reader.texts()
  }
}

extension RecordReader {
  fileprivate mutating func optionalURL() throws(DescriptionError) -> URL? {
    guard let text = try optionalText() else { return nil }
    guard let url = URL(string: text) else { throw Self.damaged }
    return url
  }
}
