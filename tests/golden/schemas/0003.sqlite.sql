BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE "assignment" (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	comparison_id INTEGER NOT NULL, 
	person_id INTEGER, 
	occurrence INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	sequence INTEGER NOT NULL, 
	swapped BOOLEAN NOT NULL, 
	order_known BOOLEAN NOT NULL, 
	leased_until DATETIME, 
	first_shown_at DATETIME, 
	shown_at DATETIME, 
	skip_reason VARCHAR, 
	skip_comment VARCHAR, 
	created_at DATETIME NOT NULL, 
	skipped_at DATETIME, 
	asks_reasons BOOLEAN DEFAULT 0 NOT NULL, 
	qualification_id INTEGER, 
	CONSTRAINT pk_assignment PRIMARY KEY (id), 
	CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence), 
	CONSTRAINT fk_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT ck_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT ck_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT ck_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_assignment_qualification_id_qualification FOREIGN KEY(qualification_id) REFERENCES qualification (id), 
	CONSTRAINT ck_assignment_kind CHECK (kind IN ('regular', 'gold', 'repeat', 'training', 'test'))
);
INSERT INTO "assignment" VALUES(1,1,1,2,0,'regular','done',1,1,1,NULL,'2026-03-02 09:05:40.000000','2026-03-02 09:05:40.000000',NULL,NULL,'2026-11-21 23:37:53.392498',NULL,0,NULL);
INSERT INTO "assignment" VALUES(2,1,2,2,0,'regular','done',2,1,1,NULL,'2026-03-02 09:07:20.000000','2026-03-02 09:07:20.000000',NULL,NULL,'2026-11-21 23:37:53.447249',NULL,0,NULL);
INSERT INTO "assignment" VALUES(3,1,3,2,0,'regular','done',3,0,1,NULL,'2026-03-02 09:09:00.000000','2026-03-02 09:09:00.000000',NULL,NULL,'2026-11-21 23:37:53.461127',NULL,0,NULL);
INSERT INTO "assignment" VALUES(4,1,16,2,0,'gold','skipped',4,0,1,'2026-03-02 09:40:20.000000','2026-03-02 09:10:40.000000','2026-03-02 09:10:40.000000','other','Uklart.','2026-11-21 23:37:53.484159','2026-03-02 09:11:00.000000',0,NULL);
INSERT INTO "assignment" VALUES(5,1,4,2,0,'regular','done',5,1,1,NULL,'2026-03-02 09:12:00.000000','2026-03-02 09:12:00.000000',NULL,NULL,'2026-11-21 23:37:53.492459',NULL,0,NULL);
INSERT INTO "assignment" VALUES(6,1,5,2,0,'regular','done',6,1,1,NULL,'2026-03-02 09:13:40.000000','2026-03-02 09:15:20.000000',NULL,NULL,'2026-11-21 23:37:53.506220',NULL,0,NULL);
INSERT INTO "assignment" VALUES(7,1,6,2,0,'regular','done',7,0,1,NULL,'2026-03-02 09:17:00.000000','2026-03-02 09:17:00.000000',NULL,NULL,'2026-11-21 23:37:53.545262',NULL,0,NULL);
INSERT INTO "assignment" VALUES(8,1,19,2,0,'gold','done',8,0,1,NULL,'2026-03-02 09:18:40.000000','2026-03-02 09:18:40.000000',NULL,NULL,'2026-11-21 23:37:53.550389',NULL,0,NULL);
INSERT INTO "assignment" VALUES(9,1,7,2,0,'regular','leased',9,0,1,'2026-03-02 09:50:00.000000','2026-03-02 09:20:20.000000','2026-03-02 09:20:20.000000',NULL,NULL,'2026-11-21 23:37:53.555087',NULL,0,NULL);
INSERT INTO "assignment" VALUES(10,1,1,3,0,'regular','done',1,0,1,NULL,'2026-03-02 09:21:20.000000','2026-03-02 09:21:20.000000',NULL,NULL,'2026-11-21 23:37:53.557743',NULL,0,NULL);
INSERT INTO "assignment" VALUES(11,1,17,3,0,'gold','done',2,1,1,NULL,'2026-03-02 09:23:00.000000','2026-03-02 09:23:00.000000',NULL,NULL,'2026-11-21 23:37:53.563118',NULL,0,NULL);
INSERT INTO "assignment" VALUES(12,1,2,3,0,'regular','done',3,0,1,NULL,'2026-03-02 09:24:40.000000','2026-03-02 09:24:40.000000',NULL,NULL,'2026-11-21 23:37:53.567097',NULL,0,NULL);
INSERT INTO "assignment" VALUES(13,1,3,3,0,'regular','skipped',4,1,1,'2026-03-02 09:56:00.000000','2026-03-02 09:26:20.000000','2026-03-02 09:26:20.000000','other','Uklart.','2026-11-21 23:37:53.570889','2026-03-02 09:26:40.000000',0,NULL);
INSERT INTO "assignment" VALUES(14,1,4,3,0,'regular','done',5,0,1,NULL,'2026-03-02 09:27:40.000000','2026-03-02 09:27:40.000000',NULL,NULL,'2026-11-21 23:37:53.573003',NULL,0,NULL);
INSERT INTO "assignment" VALUES(15,1,5,3,0,'regular','done',6,0,1,NULL,'2026-03-02 09:29:20.000000','2026-03-02 09:31:00.000000',NULL,NULL,'2026-11-21 23:37:53.576725',NULL,0,NULL);
INSERT INTO "assignment" VALUES(16,1,6,3,0,'regular','done',7,1,1,NULL,'2026-03-02 09:32:40.000000','2026-03-02 09:32:40.000000',NULL,NULL,'2026-11-21 23:37:53.583868',NULL,0,NULL);
INSERT INTO "assignment" VALUES(17,1,18,3,0,'gold','leased',8,1,1,'2026-03-02 10:04:00.000000','2026-03-02 09:34:20.000000','2026-03-02 09:34:20.000000',NULL,NULL,'2026-11-21 23:37:53.587595',NULL,0,NULL);
INSERT INTO "assignment" VALUES(18,1,17,4,0,'gold','done',1,1,1,NULL,'2026-03-02 09:35:20.000000','2026-03-02 09:35:20.000000',NULL,NULL,'2026-11-21 23:37:53.588954',NULL,0,NULL);
INSERT INTO "assignment" VALUES(19,1,3,4,0,'regular','done',2,1,1,NULL,'2026-03-02 09:37:00.000000','2026-03-02 09:37:00.000000',NULL,NULL,'2026-11-21 23:37:53.592680',NULL,0,NULL);
INSERT INTO "assignment" VALUES(20,1,7,4,0,'regular','done',3,0,1,NULL,'2026-03-02 09:38:40.000000','2026-03-02 09:38:40.000000',NULL,NULL,'2026-11-21 23:37:53.596578',NULL,0,NULL);
INSERT INTO "assignment" VALUES(21,1,9,4,0,'regular','skipped',4,0,1,'2026-03-02 10:10:00.000000','2026-03-02 09:40:20.000000','2026-03-02 09:40:20.000000','other','Uklart.','2026-11-21 23:37:53.600267','2026-03-02 09:40:40.000000',0,NULL);
INSERT INTO "assignment" VALUES(22,1,10,4,0,'regular','done',5,0,1,NULL,'2026-03-02 09:41:40.000000','2026-03-02 09:41:40.000000',NULL,NULL,'2026-11-21 23:37:53.602211',NULL,0,NULL);
INSERT INTO "assignment" VALUES(23,1,11,4,0,'regular','done',6,1,1,NULL,'2026-03-02 09:43:20.000000','2026-03-02 09:45:00.000000',NULL,NULL,'2026-11-21 23:37:53.605962',NULL,0,NULL);
INSERT INTO "assignment" VALUES(24,1,8,4,0,'regular','released',7,1,1,'2026-03-02 10:16:20.000000','2026-03-02 09:46:40.000000','2026-03-02 09:46:40.000000',NULL,NULL,'2026-11-21 23:37:53.614171',NULL,0,NULL);
INSERT INTO "assignment" VALUES(25,2,25,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.711527',NULL,0,NULL);
INSERT INTO "assignment" VALUES(26,2,21,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.711535',NULL,0,NULL);
INSERT INTO "assignment" VALUES(27,2,23,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.711535',NULL,0,NULL);
INSERT INTO "assignment" VALUES(28,2,24,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.711536',NULL,0,NULL);
INSERT INTO "assignment" VALUES(29,2,22,NULL,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.712840',NULL,0,NULL);
INSERT INTO "assignment" VALUES(30,2,20,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713151',NULL,0,NULL);
INSERT INTO "assignment" VALUES(31,2,24,5,1,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713152',NULL,0,NULL);
CREATE TABLE "campaign" (
	id INTEGER NOT NULL, 
	slug VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	text_view VARCHAR NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared INTEGER NOT NULL, 
	shared_overlap INTEGER NOT NULL, 
	per_annotator INTEGER, 
	deadline DATETIME, 
	is_demo BOOLEAN NOT NULL, 
	settings JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	clarifications INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_campaign PRIMARY KEY (id), 
	CONSTRAINT ck_campaign_text_view CHECK (text_view IN ('plain', 'formatted')), 
	CONSTRAINT ck_campaign_overlap CHECK (overlap >= 1), 
	CONSTRAINT uq_campaign_slug UNIQUE (slug), 
	CONSTRAINT ck_campaign_status CHECK (status IN ('draft', 'open', 'paused', 'closed', 'archived'))
);
INSERT INTO "campaign" VALUES(1,'trial','Campaign trial','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{"gold_share": 0.2, "training": 0, "test": 0, "letter": {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}}','2026-11-21 23:37:53.076281',1);
INSERT INTO "campaign" VALUES(2,'imported','Campaign imported','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-21 23:37:53.655012',0);
INSERT INTO "campaign" VALUES(3,'rated','Campaign rated','open','adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-21 23:37:53.732737',0);
CREATE TABLE clarification (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	question_id INTEGER, 
	published_by INTEGER, 
	published_at DATETIME NOT NULL, 
	CONSTRAINT pk_clarification PRIMARY KEY (id), 
	CONSTRAINT fk_clarification_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_clarification_published_by_person FOREIGN KEY(published_by) REFERENCES person (id), 
	CONSTRAINT fk_clarification_question_id_question FOREIGN KEY(question_id) REFERENCES question (id), 
	CONSTRAINT uq_clarification_campaign_id_number UNIQUE (campaign_id, number)
);
INSERT INTO "clarification" VALUES(1,1,1,'Slik er det.',NULL,1,'2026-03-02 09:03:40.000000');
CREATE TABLE comparison (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	first_response_id INTEGER NOT NULL, 
	second_response_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	round INTEGER NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared BOOLEAN NOT NULL, 
	position INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	identical BOOLEAN NOT NULL, 
	gold_outcome VARCHAR, 
	gold_issue VARCHAR, 
	gold_explanation VARCHAR, 
	withdrawn_at DATETIME, anchor_round INTEGER, 
	CONSTRAINT pk_comparison PRIMARY KEY (id), 
	CONSTRAINT ck_comparison_gold_has_outcome CHECK ((kind = 'gold') = (gold_outcome IS NOT NULL)), 
	CONSTRAINT ck_comparison_gold_outcome CHECK (gold_outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT ck_comparison_kind CHECK (kind IN ('regular', 'gold')), 
	CONSTRAINT ck_comparison_two_responses CHECK (first_response_id <> second_response_id), 
	CONSTRAINT ck_comparison_counts CHECK (overlap >= 1 AND done >= 0), 
	CONSTRAINT fk_comparison_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_comparison_first_response_id_response FOREIGN KEY(first_response_id) REFERENCES response (id), 
	CONSTRAINT fk_comparison_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_comparison_second_response_id_response FOREIGN KEY(second_response_id) REFERENCES response (id), 
	CONSTRAINT uq_comparison_first_response_id_second_response_id UNIQUE (first_response_id, second_response_id)
);
INSERT INTO "comparison" VALUES(1,1,5,13,15,'regular',1,2,0,0,2,0,NULL,NULL,NULL,'2026-03-02 09:47:40.000000',NULL);
INSERT INTO "comparison" VALUES(2,1,3,7,8,'regular',1,2,0,1,2,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(3,1,2,5,6,'regular',1,2,0,2,1,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(4,1,1,1,3,'regular',1,2,0,3,2,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(5,1,4,10,11,'regular',1,2,0,4,2,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(6,1,5,14,15,'regular',1,2,0,5,2,0,NULL,NULL,NULL,'2026-03-02 09:47:40.000000',NULL);
INSERT INTO "comparison" VALUES(7,1,3,8,9,'regular',1,2,0,6,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(8,1,2,4,5,'regular',1,2,0,7,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(9,1,1,2,3,'regular',1,2,0,8,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(10,1,4,11,12,'regular',1,2,0,9,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(11,1,5,13,14,'regular',1,2,0,10,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(12,1,3,7,9,'regular',1,2,0,11,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(13,1,2,4,6,'regular',1,2,0,12,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(14,1,1,1,2,'regular',1,2,0,13,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(15,1,4,10,12,'regular',1,2,0,14,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(16,1,9,22,23,'gold',1,2,0,15,0,0,'first',NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(17,1,6,16,17,'gold',1,2,0,16,0,0,'first',NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(18,1,8,20,21,'gold',1,2,0,17,0,0,'first',NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(19,1,7,18,19,'gold',1,2,0,18,0,0,'first',NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(20,2,11,29,28,'regular',1,2,0,0,1,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(21,2,10,25,26,'regular',1,2,0,1,1,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(22,2,11,27,28,'regular',1,2,0,2,1,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(23,2,10,24,26,'regular',1,2,0,3,1,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(24,2,11,27,29,'regular',1,2,0,4,1,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(25,2,10,24,25,'regular',1,2,0,5,1,0,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE consent (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	letter_version VARCHAR NOT NULL, 
	letter_hash VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	given_at DATETIME NOT NULL, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_consent PRIMARY KEY (id), 
	CONSTRAINT fk_consent_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_consent_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "consent" VALUES(1,2,1,'1.0.0','7acfd55672d229d4953785d2bf352516046df7013b3feae20cab5adc4a309448','nb','2026-03-02 09:01:40.000000',NULL);
INSERT INTO "consent" VALUES(2,3,1,'1.0.0','7acfd55672d229d4953785d2bf352516046df7013b3feae20cab5adc4a309448','nb','2026-03-02 09:02:00.000000',NULL);
INSERT INTO "consent" VALUES(3,4,1,'1.0.0','7acfd55672d229d4953785d2bf352516046df7013b3feae20cab5adc4a309448','nb','2026-03-02 09:02:20.000000',NULL);
CREATE TABLE event (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER, 
	deed VARCHAR NOT NULL, 
	about JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (id), 
	CONSTRAINT fk_event_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_event_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "event" VALUES(1,1,NULL,'gold_imported','{"file": "gold.jsonl", "rows": 4, "prompts": 4, "gold": 4}','2026-11-21 23:37:53.196785');
INSERT INTO "event" VALUES(2,1,1,'question_answered','{"question": 1}','2026-11-21 23:37:53.348675');
INSERT INTO "event" VALUES(3,1,1,'clarification_published','{"number": 1}','2026-11-21 23:37:53.360982');
INSERT INTO "event" VALUES(4,1,1,'person_excluded','{"person": 4, "reason": "For rask.", "put_back": true}','2026-11-21 23:37:53.636035');
INSERT INTO "event" VALUES(5,1,1,'message_sent','{"person": 2, "message": 1}','2026-11-21 23:37:53.647823');
INSERT INTO "event" VALUES(6,1,1,'token_created','{"name": "loop"}','2026-11-21 23:37:53.650094');
INSERT INTO "event" VALUES(7,1,1,'response_withdrawn','{"response": 15, "comparisons": 2}','2026-11-21 23:37:53.654480');
INSERT INTO "event" VALUES(8,2,NULL,'judgments_imported','{"file": "old.csv", "rows": 7, "prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}','2026-11-21 23:37:53.720181');
CREATE TABLE exclusion (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	reason VARCHAR NOT NULL, 
	put_back BOOLEAN NOT NULL, 
	made_by INTEGER, 
	made_at DATETIME NOT NULL, 
	lifted_by INTEGER, 
	lifted_at DATETIME, 
	CONSTRAINT pk_exclusion PRIMARY KEY (id), 
	CONSTRAINT fk_exclusion_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_exclusion_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_exclusion_made_by_person FOREIGN KEY(made_by) REFERENCES person (id), 
	CONSTRAINT fk_exclusion_lifted_by_person FOREIGN KEY(lifted_by) REFERENCES person (id)
);
INSERT INTO "exclusion" VALUES(1,1,4,'For rask.',1,1,'2026-03-02 09:47:00.000000',NULL,NULL);
CREATE TABLE guideline_reading (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	version VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	acknowledged BOOLEAN NOT NULL, 
	opened_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	CONSTRAINT pk_guideline_reading PRIMARY KEY (id), 
	CONSTRAINT fk_guideline_reading_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_guideline_reading_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "guideline_reading" VALUES(1,2,1,'1.0+1','nb',1,'2026-03-02 09:04:00.000000','2026-03-02 09:04:00.000000');
INSERT INTO "guideline_reading" VALUES(2,3,1,'1.0+1','nb',1,'2026-03-02 09:04:20.000000','2026-03-02 09:04:20.000000');
INSERT INTO "guideline_reading" VALUES(3,4,1,'1.0+1','nb',1,'2026-03-02 09:04:40.000000','2026-03-02 09:04:40.000000');
CREATE TABLE hours_note (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	day VARCHAR NOT NULL, 
	minutes INTEGER, 
	text VARCHAR NOT NULL, 
	written_at DATETIME NOT NULL, 
	CONSTRAINT pk_hours_note PRIMARY KEY (id), 
	CONSTRAINT ck_hours_note_minutes CHECK (minutes BETWEEN 0 AND 1440), 
	CONSTRAINT fk_hours_note_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_hours_note_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "hours_note" VALUES(1,2,1,'2026-03-02',30,'Pause','2026-03-02 09:02:40.000000');
CREATE TABLE judgment (
	id INTEGER NOT NULL, 
	assignment_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	choice VARCHAR, 
	outcome VARCHAR, 
	swapped BOOLEAN NOT NULL, 
	order_known BOOLEAN NOT NULL, 
	ranked BOOLEAN NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	comparison_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	first_system_id INTEGER, 
	second_system_id INTEGER, 
	person_id INTEGER, 
	imported BOOLEAN NOT NULL, 
	shown_at DATETIME, 
	decided_at DATETIME, 
	active_ms INTEGER, 
	layout VARCHAR, 
	text_view VARCHAR, 
	language VARCHAR, 
	prompt_opened BOOLEAN, 
	protocol_version VARCHAR, 
	protocol_hash VARCHAR, 
	guideline_version VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_judgment PRIMARY KEY (id), 
	CONSTRAINT ck_judgment_choice CHECK (choice IN ('A', 'B', 'tie')), 
	CONSTRAINT ck_judgment_layout CHECK (layout IN ('side_by_side', 'stacked')), 
	CONSTRAINT ck_judgment_outcome CHECK (outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT ck_judgment_choice_has_outcome CHECK ((choice IS NULL) = (outcome IS NULL)), 
	CONSTRAINT ck_judgment_revision CHECK (revision >= 1), 
	CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY(first_system_id) REFERENCES system (id), 
	CONSTRAINT fk_judgment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY(second_system_id) REFERENCES system (id), 
	CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision)
);
INSERT INTO "judgment" VALUES(1,1,1,1,'A','second',1,1,1,1,1,5,1,3,2,0,'2026-03-02 09:05:40.000000','2026-03-02 09:06:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.422114');
INSERT INTO "judgment" VALUES(2,2,1,1,'B','first',1,1,1,1,2,3,1,2,2,0,'2026-03-02 09:07:20.000000','2026-03-02 09:07:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.454034');
INSERT INTO "judgment" VALUES(3,3,1,1,'tie','tie',0,1,1,1,3,2,2,3,2,0,'2026-03-02 09:09:00.000000','2026-03-02 09:09:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.462309');
INSERT INTO "judgment" VALUES(4,5,1,1,'A','second',1,1,1,1,4,1,1,3,2,0,'2026-03-02 09:12:00.000000','2026-03-02 09:12:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.498047');
INSERT INTO "judgment" VALUES(5,6,1,0,'B','first',1,1,1,1,5,4,1,2,2,0,'2026-03-02 09:13:40.000000','2026-03-02 09:14:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.507443');
INSERT INTO "judgment" VALUES(6,6,2,0,NULL,NULL,1,1,1,1,5,4,1,2,2,0,'2026-03-02 09:13:40.000000','2026-03-02 09:14:20.000000',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.513480');
INSERT INTO "judgment" VALUES(7,6,3,1,'tie','tie',1,1,1,1,5,4,1,2,2,0,'2026-03-02 09:15:20.000000','2026-03-02 09:15:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.531105');
INSERT INTO "judgment" VALUES(8,7,1,1,'A','first',0,1,1,1,6,5,2,3,2,0,'2026-03-02 09:17:00.000000','2026-03-02 09:17:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.546632');
INSERT INTO "judgment" VALUES(9,8,1,1,'A','first',0,1,0,1,19,7,NULL,NULL,2,0,'2026-03-02 09:18:40.000000','2026-03-02 09:19:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.551407');
INSERT INTO "judgment" VALUES(10,10,1,1,'B','second',0,1,1,1,1,5,1,3,3,0,'2026-03-02 09:21:20.000000','2026-03-02 09:21:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.558794');
INSERT INTO "judgment" VALUES(11,11,1,1,'tie','tie',1,1,0,1,17,6,NULL,NULL,3,0,'2026-03-02 09:23:00.000000','2026-03-02 09:23:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.564038');
INSERT INTO "judgment" VALUES(12,12,1,1,'A','first',0,1,1,1,2,3,1,2,3,0,'2026-03-02 09:24:40.000000','2026-03-02 09:25:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.567938');
INSERT INTO "judgment" VALUES(13,14,1,1,'B','second',0,1,1,1,4,1,1,3,3,0,'2026-03-02 09:27:40.000000','2026-03-02 09:28:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.573834');
INSERT INTO "judgment" VALUES(14,15,1,0,'tie','tie',0,1,1,1,5,4,1,2,3,0,'2026-03-02 09:29:20.000000','2026-03-02 09:29:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.577629');
INSERT INTO "judgment" VALUES(15,15,2,0,NULL,NULL,0,1,1,1,5,4,1,2,3,0,'2026-03-02 09:29:20.000000','2026-03-02 09:30:00.000000',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.578692');
INSERT INTO "judgment" VALUES(16,15,3,1,'A','first',0,1,1,1,5,4,1,2,3,0,'2026-03-02 09:31:00.000000','2026-03-02 09:31:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.580775');
INSERT INTO "judgment" VALUES(17,16,1,1,'A','second',1,1,1,1,6,5,2,3,3,0,'2026-03-02 09:32:40.000000','2026-03-02 09:33:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.584651');
INSERT INTO "judgment" VALUES(18,18,1,1,'tie','tie',1,1,0,1,17,6,NULL,NULL,4,0,'2026-03-02 09:35:20.000000','2026-03-02 09:35:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.589756');
INSERT INTO "judgment" VALUES(19,19,1,1,'A','second',1,1,1,1,3,2,2,3,4,0,'2026-03-02 09:37:00.000000','2026-03-02 09:37:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.593671');
INSERT INTO "judgment" VALUES(20,20,1,1,'A','first',0,1,1,1,7,3,2,3,4,0,'2026-03-02 09:38:40.000000','2026-03-02 09:39:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.597444');
INSERT INTO "judgment" VALUES(21,22,1,1,'tie','tie',0,1,1,1,10,4,2,3,4,0,'2026-03-02 09:41:40.000000','2026-03-02 09:42:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.603022');
INSERT INTO "judgment" VALUES(22,23,1,0,'A','second',1,1,1,1,11,5,1,2,4,0,'2026-03-02 09:43:20.000000','2026-03-02 09:43:40.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.606939');
INSERT INTO "judgment" VALUES(23,23,2,0,NULL,NULL,1,1,1,1,11,5,1,2,4,0,'2026-03-02 09:43:20.000000','2026-03-02 09:44:00.000000',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.608211');
INSERT INTO "judgment" VALUES(24,23,3,1,'A','second',1,1,1,1,11,5,1,2,4,0,'2026-03-02 09:45:00.000000','2026-03-02 09:45:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.0+1','2026-11-21 23:37:53.610789');
INSERT INTO "judgment" VALUES(25,25,1,1,'A','first',0,1,1,2,25,10,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713377');
INSERT INTO "judgment" VALUES(26,26,1,1,'tie','tie',0,1,1,2,21,10,8,9,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713381');
INSERT INTO "judgment" VALUES(27,27,1,1,'A','second',1,1,1,2,23,10,7,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713384');
INSERT INTO "judgment" VALUES(28,28,1,1,'B','second',0,1,1,2,24,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713386');
INSERT INTO "judgment" VALUES(29,29,1,1,'B','second',0,1,1,2,22,11,7,9,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713389');
INSERT INTO "judgment" VALUES(30,30,1,1,'A','second',1,1,1,2,20,11,8,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713391');
INSERT INTO "judgment" VALUES(31,31,1,1,'A','first',0,1,0,2,24,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-21 23:37:53.713399');
CREATE TABLE link (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_link PRIMARY KEY (id), 
	CONSTRAINT fk_link_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_link_token_hash UNIQUE (token_hash)
);
INSERT INTO "link" VALUES(1,1,'ccc12b972c75228602879a2aa8f581c7073a0c1d30c537046aff2097a6b749f6','2026-11-21 23:37:53.210173',NULL);
INSERT INTO "link" VALUES(2,2,'bdb980104aed7aeab5ac501293e605acb1363b58b5b9eaaa39d2f3055af652e0','2026-11-21 23:37:53.222027',NULL);
INSERT INTO "link" VALUES(3,3,'271a7203603462537aa2c1be4729d96927af3cad825f7bce4a86587ef7233a3e','2026-11-21 23:37:53.229886',NULL);
INSERT INTO "link" VALUES(4,4,'5cf470ecbae334b8c1c39d31b749535b26f895482d42c94918c78ae272400cf1','2026-11-21 23:37:53.232401',NULL);
INSERT INTO "link" VALUES(5,7,'277647d4f58875f988ca077af64276174e39c2a21221463a8e5a96683e2e2234','2026-11-21 23:37:53.741963',NULL);
CREATE TABLE "membership" (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER, 
	role VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT fk_membership_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_membership_role CHECK (role IN ('annotator', 'lead', 'researcher')), 
	CONSTRAINT ck_membership_written_standard CHECK (written_standard IN ('nb', 'nn'))
);
INSERT INTO "membership" VALUES(1,1,1,'lead',NULL);
INSERT INTO "membership" VALUES(2,2,1,'annotator',NULL);
INSERT INTO "membership" VALUES(3,3,1,'annotator',NULL);
INSERT INTO "membership" VALUES(4,4,1,'annotator',NULL);
INSERT INTO "membership" VALUES(5,7,3,'annotator',NULL);
CREATE TABLE message (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	sent_by INTEGER, 
	sent_at DATETIME NOT NULL, 
	read_at DATETIME, 
	CONSTRAINT pk_message PRIMARY KEY (id), 
	CONSTRAINT fk_message_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_message_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_message_sent_by_person FOREIGN KEY(sent_by) REFERENCES person (id)
);
INSERT INTO "message" VALUES(1,1,2,'Takk!',1,'2026-03-02 09:47:20.000000',NULL);
CREATE TABLE "person" (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	text_size INTEGER DEFAULT '100' NOT NULL, 
	first_standard VARCHAR, 
	dialect_area VARCHAR, 
	CONSTRAINT pk_person PRIMARY KEY (id), 
	CONSTRAINT uq_person_name UNIQUE (name), 
	CONSTRAINT ck_person_kind CHECK (kind IN ('human', 'judge', 'simulated')), 
	CONSTRAINT ck_person_first_standard CHECK (first_standard IN ('nb', 'nn', 'both', 'neither')), 
	CONSTRAINT ck_person_dialect_area CHECK (dialect_area IN ('east', 'south', 'west', 'trondelag', 'north', 'mixed')), 
	CONSTRAINT ck_person_text_size CHECK (text_size BETWEEN 80 AND 200)
);
INSERT INTO "person" VALUES(1,'Lise','human',NULL,'2026-11-21 23:37:53.204326',100,NULL,NULL);
INSERT INTO "person" VALUES(2,'Kari','human',NULL,'2026-11-21 23:37:53.220973',100,'nb','west');
INSERT INTO "person" VALUES(3,'Ola','human',NULL,'2026-11-21 23:37:53.229175',100,'nb','west');
INSERT INTO "person" VALUES(4,'Per','human',NULL,'2026-11-21 23:37:53.232126',100,'nb','west');
INSERT INTO "person" VALUES(5,'Ada','human',NULL,'2026-11-21 23:37:53.700721',100,NULL,NULL);
INSERT INTO "person" VALUES(6,'Bo','human',NULL,'2026-11-21 23:37:53.700730',100,NULL,NULL);
INSERT INTO "person" VALUES(7,'Rita','human',NULL,'2026-11-21 23:37:53.741518',100,NULL,NULL);
CREATE TABLE program_token (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	created_by INTEGER, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_program_token PRIMARY KEY (id), 
	CONSTRAINT fk_program_token_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_program_token_created_by_person FOREIGN KEY(created_by) REFERENCES person (id), 
	CONSTRAINT uq_program_token_token_hash UNIQUE (token_hash)
);
INSERT INTO "program_token" VALUES(1,1,'loop','669b296227b50112bd636f4705d218df652da7a9ce6df8963e99e871d3fca03d',1,'2026-11-21 23:37:53.650575',NULL);
CREATE TABLE prompt (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	external_id VARCHAR, 
	kind VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	category VARCHAR, 
	document VARCHAR, 
	reference VARCHAR, 
	source_language VARCHAR, 
	target_language VARCHAR, 
	meta JSON, 
	CONSTRAINT pk_prompt PRIMARY KEY (id), 
	CONSTRAINT ck_prompt_kind CHECK (kind IN ('regular', 'gold')), 
	CONSTRAINT ck_prompt_written_standard CHECK (written_standard IN ('nb', 'nn')), 
	CONSTRAINT fk_prompt_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_prompt_campaign_id_key UNIQUE (campaign_id, "key")
);
INSERT INTO "prompt" VALUES(1,1,'p0','p0','regular','Oppgave 0','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(2,1,'p1','p1','regular','Oppgave 1','nn','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(3,1,'p2','p2','regular','Oppgave 2','nb','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(4,1,'p3','p3','regular','Oppgave 3','nn','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(5,1,'p4','p4','regular','Oppgave 4','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(6,1,'gold:text:da2b6f4ca3d068ec',NULL,'gold','Kontroll 0',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(7,1,'gold:text:344b40a5c28bc32b',NULL,'gold','Kontroll 1',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(8,1,'gold:text:c97bce6eb5333302',NULL,'gold','Kontroll 2',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(9,1,'gold:text:12deb7a01b6f95e8',NULL,'gold','Kontroll 3',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(10,2,'text:62accd7fd67903c2',NULL,'regular','Skriv om havet.',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(11,2,'text:eab32344e61b9f9f',NULL,'regular','Skriv om fjellet.',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(12,3,'p0','p0','regular','Oppgave 0','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(13,3,'p1','p1','regular','Oppgave 1','nn','mail',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE qualification (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	asked INTEGER NOT NULL, 
	correct INTEGER, 
	passed BOOLEAN, 
	granted_by INTEGER, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	CONSTRAINT pk_qualification PRIMARY KEY (id), 
	CONSTRAINT ck_qualification_finished_is_decided CHECK ((passed IS NULL) = (finished_at IS NULL)), 
	CONSTRAINT ck_qualification_counts CHECK (attempt >= 1 AND asked >= 0), 
	CONSTRAINT fk_qualification_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_qualification_granted_by_person FOREIGN KEY(granted_by) REFERENCES person (id), 
	CONSTRAINT fk_qualification_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_qualification_person_id_campaign_id_attempt UNIQUE (person_id, campaign_id, attempt)
);
CREATE TABLE question (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	assignment_id INTEGER, 
	text VARCHAR NOT NULL, 
	asked_at DATETIME NOT NULL, 
	answer VARCHAR, 
	answered_by INTEGER, 
	answered_at DATETIME, 
	read_at DATETIME, 
	resolved_at DATETIME, 
	CONSTRAINT pk_question PRIMARY KEY (id), 
	CONSTRAINT fk_question_answered_by_person FOREIGN KEY(answered_by) REFERENCES person (id), 
	CONSTRAINT fk_question_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_question_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_question_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "question" VALUES(1,1,2,NULL,'Hva nå?','2026-03-02 09:03:00.000000','Slik.',1,'2026-03-02 09:03:20.000000',NULL,'2026-03-02 09:03:20.000000');
CREATE TABLE rating (
	id INTEGER NOT NULL, 
	rating_assignment_id INTEGER NOT NULL, 
	criterion VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	value INTEGER, 
	not_applicable BOOLEAN NOT NULL, 
	explanation VARCHAR, 
	decided_at DATETIME, 
	active_ms INTEGER, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (id), 
	CONSTRAINT ck_rating_value_or_na CHECK (NOT (not_applicable AND value IS NOT NULL)), 
	CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision)
);
INSERT INTO "rating" VALUES(1,1,'adequacy',1,1,1,0,'Fordi.','2026-03-02 09:48:40.000000',20000,'nb','2026-11-21 23:37:53.798007');
INSERT INTO "rating" VALUES(2,1,'fluency',1,1,1,0,'Fordi.','2026-03-02 09:48:40.000000',20000,'nb','2026-11-21 23:37:53.798014');
INSERT INTO "rating" VALUES(3,2,'adequacy',1,1,2,0,'Fordi.','2026-03-02 09:49:20.000000',20000,'nb','2026-11-21 23:37:53.823455');
INSERT INTO "rating" VALUES(4,2,'fluency',1,1,2,0,'Fordi.','2026-03-02 09:49:20.000000',20000,'nb','2026-11-21 23:37:53.823462');
INSERT INTO "rating" VALUES(5,3,'adequacy',1,0,1,0,'Fordi.','2026-03-02 09:50:00.000000',20000,'nb','2026-11-21 23:37:53.848648');
INSERT INTO "rating" VALUES(6,3,'fluency',1,0,1,0,'Fordi.','2026-03-02 09:50:00.000000',20000,'nb','2026-11-21 23:37:53.848655');
INSERT INTO "rating" VALUES(7,3,'adequacy',2,0,NULL,0,NULL,'2026-03-02 09:50:20.000000',40000,NULL,'2026-11-21 23:37:53.851937');
INSERT INTO "rating" VALUES(8,3,'fluency',2,0,NULL,0,NULL,'2026-03-02 09:50:20.000000',40000,NULL,'2026-11-21 23:37:53.851942');
INSERT INTO "rating" VALUES(9,3,'adequacy',3,1,2,0,'Fordi.','2026-03-02 09:51:00.000000',40000,'nb','2026-11-21 23:37:53.879655');
INSERT INTO "rating" VALUES(10,3,'fluency',3,1,2,0,'Fordi.','2026-03-02 09:51:00.000000',40000,'nb','2026-11-21 23:37:53.879662');
CREATE TABLE rating_assignment (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	leased_until DATETIME, 
	shown_at DATETIME, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_rating_assignment PRIMARY KEY (id), 
	CONSTRAINT ck_rating_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key)
);
INSERT INTO "rating_assignment" VALUES(1,3,30,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:48:20.000000','2026-11-21 23:37:53.764193');
INSERT INTO "rating_assignment" VALUES(2,3,33,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:49:00.000000','2026-11-21 23:37:53.808191');
INSERT INTO "rating_assignment" VALUES(3,3,31,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:50:20.000000','2026-11-21 23:37:53.838796');
CREATE TABLE reason (
	id INTEGER NOT NULL, 
	remark_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	issue VARCHAR NOT NULL, 
	CONSTRAINT pk_reason PRIMARY KEY (id), 
	CONSTRAINT fk_reason_remark_id_remark FOREIGN KEY(remark_id) REFERENCES remark (id), 
	CONSTRAINT fk_reason_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_reason_remark_id_response_id_issue UNIQUE (remark_id, response_id, issue)
);
INSERT INTO "reason" VALUES(1,1,15,'grammar');
INSERT INTO "reason" VALUES(2,2,8,'grammar');
INSERT INTO "reason" VALUES(3,3,5,'grammar');
INSERT INTO "reason" VALUES(4,4,3,'grammar');
INSERT INTO "reason" VALUES(5,5,11,'grammar');
INSERT INTO "reason" VALUES(6,6,14,'grammar');
INSERT INTO "reason" VALUES(7,7,18,'grammar');
INSERT INTO "reason" VALUES(8,8,13,'grammar');
INSERT INTO "reason" VALUES(9,9,17,'grammar');
INSERT INTO "reason" VALUES(10,10,7,'grammar');
INSERT INTO "reason" VALUES(11,11,1,'grammar');
INSERT INTO "reason" VALUES(12,12,10,'grammar');
INSERT INTO "reason" VALUES(13,13,15,'grammar');
INSERT INTO "reason" VALUES(14,14,17,'grammar');
INSERT INTO "reason" VALUES(15,15,6,'grammar');
INSERT INTO "reason" VALUES(16,16,8,'grammar');
INSERT INTO "reason" VALUES(17,17,11,'grammar');
INSERT INTO "reason" VALUES(18,18,14,'grammar');
CREATE TABLE remark (
	id INTEGER NOT NULL, 
	judgment_id INTEGER NOT NULL, 
	quality VARCHAR, 
	comment VARCHAR, 
	given_at DATETIME NOT NULL, 
	CONSTRAINT pk_remark PRIMARY KEY (id), 
	CONSTRAINT ck_remark_quality CHECK (quality IN ('both_well', 'both_badly')), 
	CONSTRAINT fk_remark_judgment_id_judgment FOREIGN KEY(judgment_id) REFERENCES judgment (id), 
	CONSTRAINT uq_remark_judgment_id UNIQUE (judgment_id)
);
INSERT INTO "remark" VALUES(1,1,NULL,'Her.','2026-03-02 09:06:20.000000');
INSERT INTO "remark" VALUES(2,2,NULL,'Her.','2026-03-02 09:08:00.000000');
INSERT INTO "remark" VALUES(3,3,NULL,'Her.','2026-03-02 09:09:40.000000');
INSERT INTO "remark" VALUES(4,4,NULL,'Her.','2026-03-02 09:12:40.000000');
INSERT INTO "remark" VALUES(5,7,NULL,'Her.','2026-03-02 09:16:00.000000');
INSERT INTO "remark" VALUES(6,8,NULL,'Her.','2026-03-02 09:17:40.000000');
INSERT INTO "remark" VALUES(7,9,NULL,'Her.','2026-03-02 09:19:20.000000');
INSERT INTO "remark" VALUES(8,10,NULL,'Her.','2026-03-02 09:22:00.000000');
INSERT INTO "remark" VALUES(9,11,NULL,'Her.','2026-03-02 09:23:40.000000');
INSERT INTO "remark" VALUES(10,12,NULL,'Her.','2026-03-02 09:25:20.000000');
INSERT INTO "remark" VALUES(11,13,NULL,'Her.','2026-03-02 09:28:20.000000');
INSERT INTO "remark" VALUES(12,16,NULL,'Her.','2026-03-02 09:31:40.000000');
INSERT INTO "remark" VALUES(13,17,NULL,'Her.','2026-03-02 09:33:20.000000');
INSERT INTO "remark" VALUES(14,18,NULL,'Her.','2026-03-02 09:36:00.000000');
INSERT INTO "remark" VALUES(15,19,NULL,'Her.','2026-03-02 09:37:40.000000');
INSERT INTO "remark" VALUES(16,20,NULL,'Her.','2026-03-02 09:39:20.000000');
INSERT INTO "remark" VALUES(17,21,NULL,'Her.','2026-03-02 09:42:20.000000');
INSERT INTO "remark" VALUES(18,24,NULL,'Her.','2026-03-02 09:45:40.000000');
CREATE TABLE response (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	system_id INTEGER, 
	text VARCHAR, 
	meta JSON, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_response PRIMARY KEY (id), 
	CONSTRAINT fk_response_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_response_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_response_system_id_system FOREIGN KEY(system_id) REFERENCES system (id), 
	CONSTRAINT uq_response_prompt_id_system_id UNIQUE (prompt_id, system_id)
);
INSERT INTO "response" VALUES(1,1,1,1,'Dette er svar 132598cb6387.','null',NULL);
INSERT INTO "response" VALUES(2,1,1,2,'Dette er svar 2372d3bd995f.','null',NULL);
INSERT INTO "response" VALUES(3,1,1,3,'Dette er svar 92b27607d001.','null',NULL);
INSERT INTO "response" VALUES(4,1,2,1,'Dette er svar 2fd2c1bbbfad.','null',NULL);
INSERT INTO "response" VALUES(5,1,2,2,'Dette er svar f8347c095598.','null',NULL);
INSERT INTO "response" VALUES(6,1,2,3,'Dette er svar 9098e92e220a.','null',NULL);
INSERT INTO "response" VALUES(7,1,3,1,'Dette er svar 33dc7d9656ba.','null',NULL);
INSERT INTO "response" VALUES(8,1,3,2,'Dette er svar 68754bf24ff4.','null',NULL);
INSERT INTO "response" VALUES(9,1,3,3,'Dette er svar 6b66737100fe.','null',NULL);
INSERT INTO "response" VALUES(10,1,4,1,'Dette er svar d2b20af82786.','null',NULL);
INSERT INTO "response" VALUES(11,1,4,2,'Dette er svar 6a465759ea66.','null',NULL);
INSERT INTO "response" VALUES(12,1,4,3,'Dette er svar 5e7085fba481.','null',NULL);
INSERT INTO "response" VALUES(13,1,5,1,'Dette er svar a49a93211cea.','null',NULL);
INSERT INTO "response" VALUES(14,1,5,2,'Dette er svar 754cc3e0f65c.','null',NULL);
INSERT INTO "response" VALUES(15,1,5,3,'Dette er svar 3bdc2442daa4.','null','2026-03-02 09:47:40.000000');
INSERT INTO "response" VALUES(16,1,6,NULL,'Teksten 0 er god.',NULL,NULL);
INSERT INTO "response" VALUES(17,1,6,NULL,'Teksten 0 god er.',NULL,NULL);
INSERT INTO "response" VALUES(18,1,7,NULL,'Teksten 1 er god.',NULL,NULL);
INSERT INTO "response" VALUES(19,1,7,NULL,'Teksten 1 god er.',NULL,NULL);
INSERT INTO "response" VALUES(20,1,8,NULL,'Teksten 2 er god.',NULL,NULL);
INSERT INTO "response" VALUES(21,1,8,NULL,'Teksten 2 god er.',NULL,NULL);
INSERT INTO "response" VALUES(22,1,9,NULL,'Teksten 3 er god.',NULL,NULL);
INSERT INTO "response" VALUES(23,1,9,NULL,'Teksten 3 god er.',NULL,NULL);
INSERT INTO "response" VALUES(24,2,10,7,'Havet er blått.','null',NULL);
INSERT INTO "response" VALUES(25,2,10,8,'Havet er stort.','null',NULL);
INSERT INTO "response" VALUES(26,2,10,9,'Sjøen er djup.','null',NULL);
INSERT INTO "response" VALUES(27,2,11,7,'Fjellet er høgt.','null',NULL);
INSERT INTO "response" VALUES(28,2,11,9,'Berget er grått.','null',NULL);
INSERT INTO "response" VALUES(29,2,11,8,'Fjellet er bratt.','null',NULL);
INSERT INTO "response" VALUES(30,3,12,10,'Dette er svar 132598cb6387.','null',NULL);
INSERT INTO "response" VALUES(31,3,12,11,'Dette er svar 2372d3bd995f.','null',NULL);
INSERT INTO "response" VALUES(32,3,12,12,'Dette er svar 92b27607d001.','null',NULL);
INSERT INTO "response" VALUES(33,3,13,10,'Dette er svar 2fd2c1bbbfad.','null',NULL);
INSERT INTO "response" VALUES(34,3,13,11,'Dette er svar f8347c095598.','null',NULL);
INSERT INTO "response" VALUES(35,3,13,12,'Dette er svar 9098e92e220a.','null',NULL);
CREATE TABLE round (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	opened_by INTEGER, 
	opened_at DATETIME NOT NULL, 
	CONSTRAINT pk_round PRIMARY KEY (id), 
	CONSTRAINT ck_round_number CHECK (number >= 2), 
	CONSTRAINT fk_round_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_round_opened_by_person FOREIGN KEY(opened_by) REFERENCES person (id), 
	CONSTRAINT uq_round_campaign_id_number UNIQUE (campaign_id, number)
);
CREATE TABLE sign_in (
	id INTEGER NOT NULL, 
	session_hash VARCHAR NOT NULL, 
	person_id INTEGER NOT NULL, 
	link_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_sign_in PRIMARY KEY (id), 
	CONSTRAINT fk_sign_in_link_id_link FOREIGN KEY(link_id) REFERENCES link (id), 
	CONSTRAINT fk_sign_in_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_sign_in_session_hash UNIQUE (session_hash)
);
INSERT INTO "sign_in" VALUES(1,'7cbd4ce8c983663824c6dd0a5136b6d09fbde7b24928ea71a403aef565bf59b0',1,1,'2026-03-02 09:00:20.000000',NULL);
INSERT INTO "sign_in" VALUES(2,'d854b8f3a3e5adf388b98ab67a71377a3b33e55a39ff4039ce5dbc23ca93072b',2,2,'2026-03-02 09:00:40.000000',NULL);
INSERT INTO "sign_in" VALUES(3,'aafccda19987c2af194c9573dd68b24eb79c67b3e5e6ae79337ad9ad7724cd03',3,3,'2026-03-02 09:01:00.000000',NULL);
INSERT INTO "sign_in" VALUES(4,'ce39516c2b19b90a78b22db6b65bc92c7a34a90005855879a0e36cdc1cf5140a',4,4,'2026-03-02 09:01:20.000000',NULL);
INSERT INTO "sign_in" VALUES(5,'06105538fd066d625bb537aec2d09ab54e162e1aab57760f97f4178b31993496',7,5,'2026-03-02 09:48:00.000000',NULL);
CREATE TABLE system (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_system PRIMARY KEY (id), 
	CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name)
);
INSERT INTO "system" VALUES(1,1,'alfa-modell');
INSERT INTO "system" VALUES(2,1,'bravo-modell');
INSERT INTO "system" VALUES(3,1,'charlie-modell');
INSERT INTO "system" VALUES(4,2,'alfa-modell');
INSERT INTO "system" VALUES(5,2,'bravo-modell');
INSERT INTO "system" VALUES(6,2,'charlie-modell');
INSERT INTO "system" VALUES(7,2,'alfa');
INSERT INTO "system" VALUES(8,2,'bravo');
INSERT INTO "system" VALUES(9,2,'charlie');
INSERT INTO "system" VALUES(10,3,'alfa-modell');
INSERT INTO "system" VALUES(11,3,'bravo-modell');
INSERT INTO "system" VALUES(12,3,'charlie-modell');
CREATE UNIQUE INDEX uq_link_live ON link (person_id) WHERE revoked_at IS NULL;
CREATE INDEX ix_response_campaign_id ON response (campaign_id);
CREATE INDEX ix_sign_in_person_id ON sign_in (person_id);
CREATE INDEX ix_comparison_campaign ON comparison (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON comparison (campaign_id, position) WHERE done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL;
CREATE INDEX ix_comparison_prompt ON comparison (prompt_id);
CREATE INDEX ix_rating_assignment_person ON rating_assignment (campaign_id, person_id, status);
CREATE UNIQUE INDEX uq_rating_live ON rating (rating_assignment_id, criterion) WHERE live;
CREATE INDEX ix_judgment_person ON judgment (campaign_id, person_id, id);
CREATE INDEX ix_judgment_ranking ON judgment (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE live AND ranked AND outcome IS NOT NULL;
CREATE UNIQUE INDEX uq_judgment_live ON judgment (assignment_id) WHERE live;
CREATE INDEX ix_consent_person ON consent (person_id, campaign_id);
CREATE INDEX ix_guideline_reading_person ON guideline_reading (person_id, campaign_id);
CREATE INDEX ix_hours_note_person ON hours_note (person_id, campaign_id, day);
CREATE INDEX ix_question_person ON question (campaign_id, person_id);
CREATE INDEX ix_reason_response_id ON reason (response_id);
CREATE INDEX ix_assignment_person ON assignment (campaign_id, person_id, status, sequence);
CREATE INDEX ix_event_campaign ON event (campaign_id, id);
CREATE UNIQUE INDEX uq_exclusion_live ON exclusion (campaign_id, person_id) WHERE lifted_at IS NULL;
CREATE INDEX ix_message_person ON message (campaign_id, person_id);
CREATE INDEX ix_program_token_campaign_id ON program_token (campaign_id);
CREATE INDEX ix_judgment_unranked ON judgment (campaign_id, person_id) WHERE NOT ranked;
CREATE UNIQUE INDEX uq_membership_campaign ON membership (person_id, campaign_id, role) WHERE campaign_id IS NOT NULL;
CREATE UNIQUE INDEX uq_membership_everywhere ON membership (person_id, role) WHERE campaign_id IS NULL;
COMMIT;
