package xml

// A namespace is the URI of a namespace and the prefix of its vocabulary in rows. "*" at the end
// means that the URI is only the beginning, before a version for example.
type namespace struct{ uri, prefix string }

// namespaces are the namespaces of known vocabularies. A prefix without a declaration has the
// meaning that it has here.
var namespaces = [...]namespace{
	{"http://www.w3.org/XML/1998/namespace", "xml"},
	{"http://www.w3.org/1999/xlink", "xlink"},
	{"http://www.w3.org/2001/XInclude", "xi"},
	{"http://www.w3.org/2001/XMLSchema-instance", "xsi"},
	{"http://www.w3.org/2001/XMLSchema", "xs"},
	{"http://www.w3.org/1999/XSL/Transform", "xsl"},
	{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf"},
	{"http://www.w3.org/2002/07/owl#", "owl"},
	{"http://xmlns.com/foaf/0.1/", "foaf"},
	{"http://usefulinc.com/ns/doap#", "doap"},

	{"http://www.w3.org/1999/xhtml", "xhtml"},
	{"http://www.w3.org/2000/svg", "svg"},
	{"http://www.w3.org/1998/Math/MathML", "mathml"},

	{"http://www.w3.org/2005/Atom", "atom"},
	{"http://purl.org/atom/ns#*", "atom"}, // 0.3
	{"http://purl.org/rss/1.0/", "rss"},
	{"http://my.netscape.com/rdf/simple/0.9/", "rss"},
	{"http://channel.netscape.com/rdf/simple/0.9/", "rss"},
	{"http://backend.userland.com/rss*", "rss"},
	{"http://purl.org/rss/1.0/modules/content/", "content"},
	{"http://purl.org/dc/elements/1.1/", "dc"},
	{"http://purl.org/dc/terms/", "dc"},
	{"http://search.yahoo.com/mrss*", "media"},
	{"http://www.itunes.com/dtds/podcast-1.0.dtd", "itunes"},
	{"https://podcastindex.org/namespace/1.0", "podcast"},
	{"http://podlove.org/simple-chapters*", "psc"},
	{"http://wellformedweb.org/CommentAPI/", "wfw"},
	{"http://purl.org/syndication/thread/1.0", "thr"},
	{"http://rssnamespace.org/feedburner/ext/1.0", "feedburner"},
	{"http://backend.userland.com/creativeCommonsRssModule", "cc"},
	{"http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html", "cc"},
	{"http://creativecommons.org/ns#", "cc"},
	{"http://web.resource.org/cc/", "cc"},
	{"http://webns.net/mvcb/", "admin"},
	{"http://a9.com/-/spec/opensearch/1.1/", "opensearch"},

	{"http://www.sitemaps.org/schemas/sitemap/*", "sitemap"},
	{"http://www.google.com/schemas/sitemap/*", "sitemap"},
	{"http://www.google.com/schemas/sitemap-image/*", "image"},
	{"http://www.google.com/schemas/sitemap-video/*", "video"},
	{"http://www.google.com/schemas/sitemap-news/*", "news"},

	{"http://docbook.org/ns/docbook*", "docbook"},
	{"http://maven.apache.org/POM/*", "maven"},
	{"http://schemas.microsoft.com/packaging/*", "nuspec"},
	{"http://www.opengis.net/kml/*", "kml"},
	{"http://earth.google.com/kml/*", "kml"},
	{"http://www.topografix.com/GPX/*", "gpx"},
	{"http://schemas.xmlsoap.org/wsdl/", "wsdl"},
	{"http://schemas.xmlsoap.org/wsdl/soap*", "soap"},

	{"http://www.idpf.org/2007/opf", "opf"},
	{"http://openebook.org/namespaces/oeb-package/1.0/", "opf"},
	{"http://www.daisy.org/z3986/2005/ncx/", "ncx"},
	{"urn:oasis:names:tc:opendocument:xmlns:container", "ocf"},
	{"http://www.w3.org/ns/SMIL", "smil"},
	{"urn:oasis:names:tc:opendocument:xmlns:*", "office"},
	{"http://openoffice.org/*", "office"},
	{"http://schemas.openxmlformats.org/*", "office"},
	{"http://purl.oclc.org/ooxml/*", "office"},
	{"http://schemas.microsoft.com/office/*", "office"},
	{"urn:schemas-microsoft-com:*", "office"},
}

// roots are elements that show the vocabulary of a document, if its namespace is missing or not
// known.
var roots = [...]struct{ prefix, elements string }{
	{"atom", "feed entry"},
	{"rss", "rss"},
	{"rdf", "RDF"},
	{"opml", "opml"},
	{"sitemap", "urlset sitemapindex"},
	{"docbook", "book article chapter refentry reference set part appendix glossary"},
	{"maven", "project"},
	{"nuspec", "nuspec"},
	{"appstream", "component"},
	{"opensearch", "OpenSearchDescription"},
	{"kml", "kml"},
	{"gpx", "gpx"},
	{"wsdl", "definitions"},
	{"xhtml", "html"},
	{"svg", "svg"},
	{"opf", "package"},
	{"ncx", "ncx"},
	{"ocf", "container"},
	{"dita", "topic concept task map bookmap dita troubleshooting"},
	{"tile", "browserconfig"},
	{"office", "Relationships"},
}

// A row says which form a value has: the attributes of the elements of a vocabulary or, without
// attributes, the text of the elements. "*" means any element, any vocabulary or, in "*:name", any
// prefix. The first row whose condition NAME=WORD is true counts.
type row struct {
	prefix, elements, attributes string
	form                         form
	when                         string
}

// rows are what is a link, what is a name, and what is HTML. Everything else is text.
var rows = [...]row{
	// XML Base; XLink 1.1; XML Schema 1 3.15.2, 4.3.2; RELAX NG 4.3; XML Signature 6.1
	{"*", "*", "xml:base", skip, ""},
	{"*", "*", "xlink:href", link, ""},
	{"*", "*", "xlink:role xlink:arcrole", name, ""},
	{"*", "*", "*:schemaLocation", pairs, ""},
	{"*", "*", "*:noNamespaceSchemaLocation", link, ""},
	{"*", "*", "targetNamespace namespace ns datatypeLibrary Algorithm soapAction systemId publicId rdf:datatype rdf:about", name, ""},
	{"*", "link", "rel", name, ""},
	{"*", "category", "scheme", name, ""},
	{"xi", "include", "href", link, ""},
	{"xs", "include import redefine override", "schemaLocation", link, ""},
	{"xs", "documentation appinfo", "source", outer, ""},
	{"xsl", "include import import-schema", "href", link, ""},
	{"rdf", "type", "rdf:resource", name, ""},
	{"rdf", "li", "rdf:resource resource", link, ""},
	{"owl", "*", "rdf:resource", name, ""},
	{"foaf", "homepage page weblog img depiction workplaceHomepage account openid logo", "rdf:resource", link, ""},
	{"doap", "homepage old-homepage wiki bug-database download-page download-mirror mailing-list screenshots service-endpoint blog location browse",
		"rdf:resource", link, ""},

	// Atom: rfc4287 4.1, 4.2; Atom 0.3
	{"atom", "link", "href", self, "rel=self"},
	{"atom", "link", "href", official, "rel=canonical"},
	{"atom", "link", "href", followed, ""},
	{"atom", "content", "src", link, ""},
	{"atom", "generator", "uri url", link, ""},
	{"atom", "icon logo uri url", "", link, ""},
	{"atom", "id", "", name, ""},
	{"atom", "content summary title subtitle rights tagline info copyright", "", markup, "type=html"},
	{"atom", "content summary title subtitle rights tagline info copyright", "", markup, "type=text/html"},
	{"atom", "content summary title subtitle rights tagline info copyright", "", markup, "mode=escaped"},

	// RSS 0.9x, 1.0 and 2.0 with its modules
	{"rss", "link", "", followed, ""},
	{"rss", "guid", "", name, "isPermaLink=false"},
	{"rss", "guid", "", outer, ""},
	{"rss", "comments docs url", "", link, ""},
	{"rss", "enclosure source", "url", link, ""},
	{"rss", "image textinput items", "rdf:resource", link, ""},
	{"rss", "category", "domain", name, ""},
	{"rss", "description", "", markup, ""},
	{"content", "encoded", "", markup, ""},
	{"itunes", "image", "href", link, ""},
	{"itunes", "new-feed-url", "", link, ""},
	{"itunes", "summary subtitle", "", markup, ""},
	{"podcast", "transcript chapters funding person trailer license", "url href img", link, ""},
	{"podcast", "source contentLink", "uri href", link, ""},
	{"psc", "chapter", "href image", link, ""},
	{"media", "content thumbnail player peerLink backLink license embed subTitle scene", "url href", link, ""},
	{"media", "title description text", "", markup, "type=html"},
	{"wfw", "comment commentRss", "", link, ""},
	{"thr", "in-reply-to", "href source", link, ""},
	{"thr", "in-reply-to", "ref", name, ""},
	{"feedburner", "origLink origEnclosureLink", "", link, ""},
	{"cc", "license", "", outer, ""},
	{"cc", "license", "rdf:resource", link, ""},
	{"admin", "generatorAgent errorReportsTo", "rdf:resource", link, ""},
	{"dc", "identifier", "", name, ""},

	// OPML 2.0; OpenSearch 1.1
	{"opml", "outline", "xmlUrl htmlUrl url", followed, ""},
	{"opml", "ownerId docs", "", link, ""},
	{"opensearch", "Url", "template", link, ""},
	{"opensearch", "Image SearchForm", "", link, ""},

	// Sitemaps 0.9 with its extensions
	{"sitemap", "loc", "", followed, ""},
	{"image", "loc license", "", link, ""},
	{"video", "thumbnail_loc content_loc player_loc gallery_loc", "", link, ""},
	{"video", "uploader", "info", link, ""},

	// DocBook 4 and 5; DITA 1.3
	{"docbook", "*", "xlink:href", followed, ""},
	{"docbook", "ulink", "url", followed, ""},
	{"docbook", "imagedata graphic inlinegraphic textdata audiodata videodata", "fileref", link, ""},
	{"docbook", "uri", "", outer, ""},
	{"dita", "*", "href", followed, ""},

	// files of projects: Maven's POM 4.0.0, NuGet, AppStream; tiles of Windows
	{"maven", "url connection developerConnection downloadUrl archive otherArchive subscribe unsubscribe picUrl", "", outer, ""},
	{"nuspec", "projectUrl licenseUrl iconUrl", "", outer, ""},
	{"nuspec", "repository", "url", outer, ""},
	{"appstream", "url image video", "", outer, ""},
	{"tile", "*", "src", link, ""},

	// KML 2.2; GPX 1.1; WSDL 1.1
	{"kml", "href", "", link, ""},
	{"kml", "description text", "", markup, ""},
	{"gpx", "link", "href", followed, ""},
	{"gpx", "url", "", followed, ""},
	{"wsdl", "import", "location", link, ""},
	{"soap", "address", "location", link, ""},
	{"soap", "*", "transport encodingStyle", name, ""},

	// XHTML in another document; SVG 2; MathML 3
	{"xhtml", "base", "href", page, ""},
	{"xhtml", "a area", "href", followed, ""},
	{"xhtml", "link", "href", official, "rel=canonical"},
	{"xhtml", "*", "href src cite longdesc action formaction poster data background manifest usemap", link, ""},
	{"xhtml", "*", "ping", list, ""},
	{"xhtml", "*", "srcset imagesrcset", set, ""},
	{"xhtml", "*", "style", sheet, ""},
	{"xhtml", "style", "", sheet, ""},
	{"svg", "a", "href xlink:href", followed, ""},
	{"svg", "*", "href", link, ""},
	{"svg", "*", "style clip-path cursor fill filter marker-end marker-mid marker-start mask stroke", sheet, ""},
	{"svg", "style", "", sheet, ""},
	{"mathml", "*", "href src", link, ""},
	{"mathml", "*", "definitionURL cd cdgroup", name, ""},

	// EPUB 3.3: package, NCX, container; SMIL. Relative references are to files of the archive.
	{"opf", "item link reference", "href", outer, ""},
	{"ncx", "content", "src", outer, ""},
	{"ocf", "rootfile link", "full-path href", outer, ""},
	{"smil", "*", "src epub:textref", outer, ""},

	// Office Open XML: ECMA-376 part 2, 6.5.3.4; OpenDocument 1.3 part 3, 19.910.3
	{"office", "Relationship", "Target", followed, "TargetMode=External"},
	{"office", "HyperlinkBase", "", skip, ""},
	{"office", "a", "xlink:href", followed, ""},
	{"office", "*", "xlink:href href", outer, ""},
}
