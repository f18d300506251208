package bulk

// aliases are the names of our columns in exports of TMS, MuseumPlus and Axiell Collections, in lower case and without spaces, hyphens and underscores.
// Only columns that the file doesn't have under our own names are found by them. If it has several of a column's aliases, the first one counts.
//
// Columns that hold only a part of ours aren't listed, such as a first name or the number of an inventory.
var aliases = map[Kind]map[string][]string{
	ArtistFile: {
		"id":          {"constituentid", "priref", "kueid"},
		"name":        {"displayname"},
		"sort_name":   {"alphasort", "kuesortierungs"},
		"birth_year":  {"begindate", "birth.date.start"},
		"death_year":  {"enddate", "death.date.start"},
		"birth_place": {"birth.place"},
		"bio":         {"artistbio", "biography", "kuereserve01m"},
	},
	ArtworkFile: {
		"id":          {"objectid", "priref", "objid"},
		"title":       {"titel", "objtiteloriginals"},
		"artist_id":   {"constituentid", "creator.lref", "objkueid"},
		"category":    {"classification", "objectname", "objsystematiks"},
		"medium":      {"objtechmatm", "technique", "material"},
		"year":        {"dated", "date", "objdatierungs", "production.date.start"},
		"description": {"objtitelweiterem"},
	},
}
