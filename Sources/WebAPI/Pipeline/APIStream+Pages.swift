import FoundationEssentials
import WebMessages

extension APIStream {
  /// The sign in the header fields that another page follows; nil if there is none.
  package var moreSign: String? {
    let response = APIResponse(
      statusCode: statusCode, headers: headers, data: Data(), request: request)
    let link = LinkHeader.next(in: headers.values(of: "Link")).map { "Link: \($0.bounded(40))" }
    return link
      ?? PageSigns(response, 0, nil).moreSign(reached: nil, isLed: false, isFirst: true)
  }
}
