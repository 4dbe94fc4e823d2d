// The result of an operation.
extension DescribedOperation {
  /// The schema of the successful response in JSON, or in a type that may be JSON, if any.
  ///
  /// Status 200 is preferred, then other successful statuses. `default` counts as an error's response, unless
  /// it is the only one.
  var result: DescribedSchema? {
    var (success, other): (DescribedSchema?, DescribedSchema?)
    var hasSuccess = false
    for response in responses {
      let isSuccess = response.status.hasPrefix("2")
      hasSuccess = hasSuccess || isSuccess
      guard isSuccess || response.status == "default" else { continue }
      for body in response.bodies where MediaTypes.mayBeJSON(body.contentType) {
        guard let schema = body.schema else { continue }
        if response.status == "200" { return schema }
        if isSuccess { success = success ?? schema } else { other = other ?? schema }
        break
      }
    }
    return hasSuccess ? success : other
  }
}
