/// The names of members that the reader looks for.
///
/// The outline of a document knows each by its number, so that a member is found without comparing text.
enum DocumentKey: String, CaseIterable {
  case openapi, swagger, info, title, version, description, summary
  case servers, url, variables, name, `enum`, `default`
  case host, basePath, schemes, consumes, produces
  case tags, security, securitySchemes, securityDefinitions
  case type, `in`, scheme, bearerFormat, flow, flows, scopes, openIdConnectUrl
  case authorizationUrl, tokenUrl, refreshUrl, deviceAuthorizationUrl
  case authorizationCode, clientCredentials, password, implicit, deviceAuthorization
  case application, accessCode
  case components, paths, webhooks, callbacks, definitions
  case get, put, post, delete, options, head, patch, trace
  case operationId, parameters, requestBody, responses, deprecated, hidden
  case required, schema, style, explode, allowReserved, allowEmptyValue, content, collectionFormat
  case example, examples, value, encoding, contentType, headers
  case format, `const`, nullable, readOnly, writeOnly
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  case minLength, maxLength, pattern, minItems, maxItems, uniqueItems
  case items, properties, additionalProperties, allOf, oneOf, anyOf, discriminator, propertyName
  case contentMediaType, contentEncoding
  case reference = "$ref"
  case commandName = "x-cli-name"
  case commandAliases = "x-cli-aliases"
  case ignored = "x-cli-ignore"
  case cliHidden = "x-cli-hidden"
  case xHidden = "x-hidden"
  case xInternal = "x-internal"
  case xReadOnly = "x-read-only"
  case xReadonly = "x-readonly"
  case xSafe = "x-safe"
  case xNullable = "x-nullable"
}
