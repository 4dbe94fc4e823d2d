import CCurl

extension CurlTransfer {
  /// The transfer must live until its handle is removed from the multi handle.
  func install() {
    let easy = handle.easy
    let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    handle.set(CURLOPT_HEADERDATA, pointer: context)
    handle.set(CURLOPT_WRITEDATA, pointer: context)
    handle.set(CURLOPT_READDATA, pointer: context)
    handle.set(CURLOPT_PREREQDATA, pointer: context)
    _ = ccurl_set_request_callback(easy) { context, _, _, _, _ in
      CurlTransfer.at(context)?.requestBegins() ?? false
        ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
    }
    _ = ccurl_set_bytes_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlTransfer.at(context)?.receive(line: line) ?? false ? line.count : 0
    }
    _ = ccurl_set_bytes_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      CurlTransfer.at(context)?
        .receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    _ = ccurl_set_bytes_callback(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
      CurlTransfer.at(context)?
        .read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
  }

  /// Returns the transfer of a callback; the engine retains it while libcurl uses its handle.
  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }
}
