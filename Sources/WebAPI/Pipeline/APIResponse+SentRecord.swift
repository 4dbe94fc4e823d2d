import CoreJSON
package import FoundationEssentials

// The records of a response as the service has sent them, for a store, and a stored one as a response.
extension APIResponse {
  /// Checks the status, and returns the JSON of each element of a page.
  ///
  /// - Parameter paging: where a page has its elements.
  /// - Throws: as ``pagedResource(_:paging:)`` does.
  package func sentRecords(paging: Paging) throws(APIError) -> [Data] {
    let page: APIPage<SentRecord> = try pagedResource(paging: paging)
    return page.elements.map(\.data)
  }

  /// Checks the status, and returns the JSON of the record that the body has.
  ///
  /// - Throws: as ``resource(_:)`` does.
  package func sentRecord() throws(APIError) -> Data {
    let record: SentRecord = try resource()
    return record.data
  }

  /// Returns an empty response to a request, in the format of a service.
  ///
  /// - Parameters:
  ///   - client: the service's client.
  ///   - paging: how it sends its lists.
  package static func empty(
    to request: APIRequest, on client: any APIClient, paging: Paging
  ) -> APIResponse {
    let settings = client.snapshot.settings
    var response = APIResponse(statusCode: 200, request: request)
    (response.format, response.keys) = (settings.format, settings.keys)
    if case .document = paging.style { response.format = .jsonapi }
    return response
  }

  /// Returns the response with a record from ``sentRecords(paging:)`` or ``sentRecord()`` as its body.
  package func containing(_ record: Data) -> APIResponse {
    var response = self
    response.data =
      format == .plain ? record : Data(#"{"data":"#.utf8) + record + Data("}".utf8)
    return response
  }
}

/// A record of which nothing is read.
private struct SentRecord: JSONReadable {
  let data: Data

  init(from reader: inout JSONReader) throws(DecodingError) { data = try reader.text() }
}
