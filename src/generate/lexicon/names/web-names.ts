import type { NamedRecipes } from "../recipe.ts";

/** The web and computers. */
export const WEB_NAMES: NamedRecipes = [
  [
    "https://example.com/{words}/{words}",
    "url|uri|link|href|website|homepage|web site|webpage|web page|source url|callback url|webhook|webhook url|endpoint|permalink|landing page|linkedin|github|facebook|instagram|profile url|profile link|company url|source link|canonical|site url|repo url|documentation|see also",
  ],
  [
    "https://example.com/images/{words}-{words}.jpg",
    "image|avatar|photo|thumbnail|picture|logo|icon|image url|photo url|cover|cover image|avatar url|banner|screenshot|profile picture|img|poster|image link|logo url|thumbnail url|icon url|image src|src",
  ],
  [
    "https://example.com/media/{words}-{words}.mp4",
    "video|video url|media url|trailer|audio url|video link",
  ],
  [
    "{words}.example.com",
    "host|hostname|host name|domain|domain name|server|fqdn|subdomain|server name",
  ],
  [
    "{11-223}.{0-255}.{0-255}.{1-254}",
    "ip|ip address|ipaddress|ipv|client ip|source ip|remote addr|remote address|ip addr|destination ip|ip v four",
  ],
  ["{xx}:{xx}:{xx}:{xx}:{xx}:{xx}", "mac|mac address|macaddress"],
  ["{userAgents}", "user agent|useragent"],
  ["{browsers}", "browser|browser name"],
  ["{operatingSystems}", "os|operating system|os name|platform"],
  ["{devices}", "device|device type"],
  [
    "{words}-{words}.{extensions}",
    "file|filename|file name|document|attachment|document name|source file|output file|input file|attachment name",
  ],
  ["/{words}/{words}.{extensions}", "path|file path|filepath|pathname|document path"],
  ["/{words}/{words}", "directory|folder|dir|route"],
  ["{mimeTypes}", "mime|mime type|mimetype|content type|media type"],
  ["{extensions}", "extension|file extension|file type|format|file format|filetype|output format"],
  ["{0-9}.{0-20}.{0-30}", "version|release|version number|semver|software version|api version"],
  ["{@uuid}", "uuid|guid|correlation id|request id|trace id|session id"],
  ["{xxxxxxxx}", "id|identifier|uid|key id|unique id|external id"],
  [
    "{xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}",
    "token|api key|secret|access token|password|hash|checksum|digest|signature|etag|refresh token|md|auth token|nonce|salt|fingerprint",
  ],
  ["{xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}", "commit|sha|commit hash|commit sha|commit id"],
  [
    "{words}-{words}",
    "slug|url slug|bucket|cluster name|container name|service name|project key|permalink slug|queue|handle slug|resource name|app|app name|application|package|package name|repository|repo|repo name|repository name|branch|branch name|module name|table|table name|environment name|deployment|service|plugin",
  ],
  [
    "{words}_{words}",
    "variable|variable name|column|column name|field name|function name|function|parameter|parameter name|property name|method name|attribute|key name|index name|constant|param",
  ],
  ["{@sql}", "sql|sql query|sql statement|sql code|query sql|select statement"],
  [
    "{@html}",
    "html|html content|html body|body html|html code|html snippet|html text|markup|html fragment|html output",
  ],
  [
    "{@markdown}",
    "markdown|markdown content|markdown text|readme|content markdown|markdown output",
  ],
  ["{@json}", "json|json string|json data|json payload|json output|raw json|payload json"],
  ["{@xml}", "xml|xml content|xml document|raw xml"],
  ["{@css}", "css|css code|stylesheet|custom css"],
  ["{@yaml}", "yaml|yml|yaml content"],
  ["{@csv}", "csv|csv data|csv content"],
  ["{@latex}", "latex|formula|equation|latex formula"],
  [
    "{@code}",
    "source code|code snippet|code block|python code|generated code|code example|sample code|example code|code sample|program code|code text|refactored code|fixed code|implementation",
  ],
  ["{httpMethods}", "method|http method|http verb|verb"],
  ["{protocols}", "protocol|scheme"],
  ["utf-8", "encoding|charset|character set"],
  [
    "{languageCodes}",
    "lang|language code|locale language|iso language|langcode|hreflang|target lang|source lang",
  ],
  [
    "{languages}",
    "language|spoken language|native language|language name|source language|target language|detected language|mother tongue",
  ],
  ["{locales}", "locale|culture"],
  [
    "#{xxxxxx}",
    "hex|hex color|hex code|color code|colour code|color hex|background color|primary color|text color|accent color|hex value|theme color|border color",
  ],
  ["{colors}", "color|colour|eye color|hair color|color name"],
  ["{emojis}", "emoji|icon emoji|reaction"],
];
