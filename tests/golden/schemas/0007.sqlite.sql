BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
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
	CONSTRAINT ck_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT ck_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence), 
	CONSTRAINT ck_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_assignment_qualification_id_qualification FOREIGN KEY(qualification_id) REFERENCES qualification (id), 
	CONSTRAINT ck_assignment_kind CHECK (kind IN ('regular', 'gold', 'repeat', 'training', 'test'))
);
INSERT INTO "assignment" VALUES(1,1,16,2,0,'gold','done',1,0,1,NULL,'2026-03-02 09:05:00.000000','2026-03-02 09:05:00.000000',NULL,NULL,'2026-11-23 17:28:33.717274',NULL,0,NULL);
INSERT INTO "assignment" VALUES(2,1,1,2,0,'regular','done',2,0,1,NULL,'2026-03-02 09:06:00.000000','2026-03-02 09:06:00.000000',NULL,NULL,'2026-11-23 17:28:33.732720',NULL,0,NULL);
INSERT INTO "assignment" VALUES(3,1,2,2,0,'regular','done',3,1,1,NULL,'2026-03-02 09:07:00.000000','2026-03-02 09:07:00.000000',NULL,NULL,'2026-11-23 17:28:33.743768',NULL,0,NULL);
INSERT INTO "assignment" VALUES(4,1,3,2,0,'regular','skipped',4,0,1,'2026-03-02 09:38:00.000000','2026-03-02 09:08:00.000000','2026-03-02 09:08:00.000000','other','Uklart.','2026-11-23 17:28:33.748035','2026-03-02 09:08:20.000000',0,NULL);
INSERT INTO "assignment" VALUES(5,1,4,2,0,'regular','done',5,1,1,NULL,'2026-03-02 09:08:40+00:00','2026-03-02 09:08:40+00:00',NULL,NULL,'2026-11-23 17:28:33.753312+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(6,1,5,2,0,'regular','done',6,1,1,NULL,'2026-03-02 09:09:40+00:00','2026-03-02 09:10:20.000000',NULL,NULL,'2026-11-23 17:28:33.757155+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(7,1,17,2,0,'gold','done',7,0,1,NULL,'2026-03-02 09:11:40+00:00','2026-03-02 09:11:40+00:00',NULL,NULL,'2026-11-23 17:28:33.766501+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(8,1,6,2,0,'regular','done',8,1,1,NULL,'2026-03-02 09:12:40+00:00','2026-03-02 09:12:40+00:00',NULL,NULL,'2026-11-23 17:28:33.769621+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(9,1,7,2,0,'regular','leased',9,0,1,'2026-03-02 09:43:40+00:00','2026-03-02 09:13:40+00:00','2026-03-02 09:13:40+00:00',NULL,NULL,'2026-11-23 17:28:33.772694+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(10,1,1,3,0,'regular','done',1,0,1,NULL,'2026-03-02 09:14:00+00:00','2026-03-02 09:14:00+00:00',NULL,NULL,'2026-11-23 17:28:33.773623+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(11,1,17,3,0,'gold','done',2,1,1,NULL,'2026-03-02 09:15:00+00:00','2026-03-02 09:15:00+00:00',NULL,NULL,'2026-11-23 17:28:33.776720+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(12,1,2,3,0,'regular','done',3,0,1,NULL,'2026-03-02 09:16:00+00:00','2026-03-02 09:16:00+00:00',NULL,NULL,'2026-11-23 17:28:33.779648+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(13,1,3,3,0,'regular','skipped',4,1,1,'2026-03-02 09:47:00+00:00','2026-03-02 09:17:00+00:00','2026-03-02 09:17:00+00:00','other','Uklart.','2026-11-23 17:28:33.782513+00:00','2026-03-02 09:17:20.000000',0,NULL);
INSERT INTO "assignment" VALUES(14,1,4,3,0,'regular','done',5,1,1,NULL,'2026-03-02 09:17:40+00:00','2026-03-02 09:17:40+00:00',NULL,NULL,'2026-11-23 17:28:33.784024+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(15,1,5,3,0,'regular','done',6,0,1,NULL,'2026-03-02 09:18:40+00:00','2026-03-02 09:19:20.000000',NULL,NULL,'2026-11-23 17:28:33.786848+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(16,1,16,3,0,'gold','done',7,1,1,NULL,'2026-03-02 09:20:40+00:00','2026-03-02 09:20:40+00:00',NULL,NULL,'2026-11-23 17:28:33.798166+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(17,1,6,3,0,'regular','leased',8,0,1,'2026-03-02 09:51:40+00:00','2026-03-02 09:21:40+00:00','2026-03-02 09:21:40+00:00',NULL,NULL,'2026-11-23 17:28:33.801408+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(18,1,19,4,0,'gold','done',1,0,1,NULL,'2026-03-02 09:22:00+00:00','2026-03-02 09:22:00+00:00',NULL,NULL,'2026-11-23 17:28:33.802349+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(19,1,3,4,0,'regular','done',2,0,1,NULL,'2026-03-02 09:23:00+00:00','2026-03-02 09:23:00+00:00',NULL,NULL,'2026-11-23 17:28:33.805209+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(20,1,7,4,0,'regular','done',3,1,1,NULL,'2026-03-02 09:24:00+00:00','2026-03-02 09:24:00+00:00',NULL,NULL,'2026-11-23 17:28:33.808136+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(21,1,9,4,0,'regular','skipped',4,1,1,'2026-03-02 09:55:00+00:00','2026-03-02 09:25:00+00:00','2026-03-02 09:25:00+00:00','other','Uklart.','2026-11-23 17:28:33.811155+00:00','2026-03-02 09:25:20.000000',0,NULL);
INSERT INTO "assignment" VALUES(22,1,10,4,0,'regular','done',5,1,1,NULL,'2026-03-02 09:25:40+00:00','2026-03-02 09:25:40+00:00',NULL,NULL,'2026-11-23 17:28:33.812674+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(23,1,11,4,0,'regular','done',6,1,1,NULL,'2026-03-02 09:26:40+00:00','2026-03-02 09:27:20.000000',NULL,NULL,'2026-11-23 17:28:33.815619+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(24,1,18,4,0,'gold','released',7,0,1,'2026-03-02 09:58:40+00:00','2026-03-02 09:28:40+00:00','2026-03-02 09:28:40+00:00',NULL,NULL,'2026-11-23 17:28:33.821583+00:00',NULL,0,NULL);
INSERT INTO "assignment" VALUES(25,2,22,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.900946',NULL,0,NULL);
INSERT INTO "assignment" VALUES(26,2,20,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.900953',NULL,0,NULL);
INSERT INTO "assignment" VALUES(27,2,24,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.900954',NULL,0,NULL);
INSERT INTO "assignment" VALUES(28,2,25,5,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.900955',NULL,0,NULL);
INSERT INTO "assignment" VALUES(29,2,21,NULL,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902111',NULL,0,NULL);
INSERT INTO "assignment" VALUES(30,2,23,6,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902495',NULL,0,NULL);
INSERT INTO "assignment" VALUES(31,2,25,5,1,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902498',NULL,0,NULL);
INSERT INTO "assignment" VALUES(32,1,1,8,0,'regular','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:34.004181',NULL,0,NULL);
INSERT INTO "assignment" VALUES(33,1,1,8,1,'repeat','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:34.006713',NULL,0,NULL);
INSERT INTO "assignment" VALUES(34,1,3,8,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:34.008538',NULL,0,NULL);
INSERT INTO "assignment" VALUES(35,1,3,8,1,'repeat','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:34.010331',NULL,0,NULL);
INSERT INTO "assignment" VALUES(36,1,4,8,0,'regular','done',0,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:34.012045',NULL,0,NULL);
INSERT INTO "assignment" VALUES(37,1,4,8,1,'repeat','done',0,0,1,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:34.013775',NULL,0,NULL);
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
	CONSTRAINT ck_campaign_overlap CHECK (overlap >= 1), 
	CONSTRAINT uq_campaign_slug UNIQUE (slug), 
	CONSTRAINT ck_campaign_text_view CHECK (text_view IN ('plain', 'formatted')), 
	CONSTRAINT ck_campaign_status CHECK (status IN ('draft', 'open', 'paused', 'closed', 'archived'))
);
INSERT INTO "campaign" VALUES(1,'trial','Campaign trial','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{"gold_share": 0.2, "training": 0, "test": 0, "letter": {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}}','2026-11-23 17:28:33.584748',1);
INSERT INTO "campaign" VALUES(2,'imported','Campaign imported','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-23 17:28:33.848021',0);
INSERT INTO "campaign" VALUES(3,'rated','Campaign rated','open','adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-23 17:28:33.913537',0);
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
	withdrawn_at DATETIME, anchor_round INTEGER, gold_marks JSON, 
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
INSERT INTO "comparison" VALUES(1,1,1,2,3,'regular',1,2,0,0,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(2,1,5,13,15,'regular',1,2,0,1,2,0,NULL,NULL,NULL,'2026-03-02 09:29:40.000000',NULL,NULL);
INSERT INTO "comparison" VALUES(3,1,3,8,9,'regular',1,2,0,2,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(4,1,2,4,5,'regular',1,2,0,3,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(5,1,4,10,12,'regular',1,2,0,4,2,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(6,1,1,1,3,'regular',1,2,0,5,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(7,1,5,13,14,'regular',1,2,0,6,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(8,1,3,7,9,'regular',1,2,0,7,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(9,1,2,4,6,'regular',1,2,0,8,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(10,1,4,10,11,'regular',1,2,0,9,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(11,1,1,1,2,'regular',1,2,0,10,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(12,1,5,14,15,'regular',1,2,0,11,0,0,NULL,NULL,NULL,'2026-03-02 09:29:40.000000',NULL,NULL);
INSERT INTO "comparison" VALUES(13,1,3,7,8,'regular',1,2,0,12,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(14,1,2,5,6,'regular',1,2,0,13,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(15,1,4,11,12,'regular',1,2,0,14,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(16,1,6,16,17,'gold',1,2,0,15,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(17,1,8,20,21,'gold',1,2,0,16,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(18,1,9,22,23,'gold',1,2,0,17,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(19,1,7,18,19,'gold',1,2,0,18,0,0,'first',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(20,2,10,25,26,'regular',1,2,0,0,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(21,2,11,27,28,'regular',1,2,0,1,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(22,2,10,24,25,'regular',1,2,0,2,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(23,2,11,29,28,'regular',1,2,0,3,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(24,2,10,24,26,'regular',1,2,0,4,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(25,2,11,27,29,'regular',1,2,0,5,1,0,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO "consent" VALUES(1,2,1,'1.0.0','571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3','nb','2026-03-02 09:01:40.000000',NULL);
INSERT INTO "consent" VALUES(2,3,1,'1.0.0','571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3','nb','2026-03-02 09:02:00.000000',NULL);
INSERT INTO "consent" VALUES(3,4,1,'1.0.0','571d142f0c4e22c7a4626220dba2f9ac9ca879ef1b0a5158ae9cfbb19e0048c3','nb','2026-03-02 09:02:20.000000',NULL);
CREATE TABLE desk_action (
	id INTEGER NOT NULL, 
	uuid VARCHAR NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	assignment_id INTEGER, 
	rating_assignment_id INTEGER, 
	revision INTEGER, 
	done_at DATETIME NOT NULL, 
	read_until DATETIME, 
	undone BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_desk_action PRIMARY KEY (id), 
	CONSTRAINT ck_desk_action_about_one CHECK (assignment_id IS NULL OR rating_assignment_id IS NULL), 
	CONSTRAINT fk_desk_action_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_desk_action_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_desk_action_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_desk_action_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_desk_action_campaign_id_person_id_uuid UNIQUE (campaign_id, person_id, uuid)
);
INSERT INTO "desk_action" VALUES(1,'0e159485-3475-4b2c-8b94-3bcfea557b5d',1,2,'choose',1,NULL,1,'2026-03-02 09:05:20.000000','2026-03-02 09:05:20.000000',0,'2026-11-23 17:28:33.724896');
INSERT INTO "desk_action" VALUES(2,'c7d2c4c8-ee52-4d71-a58c-dd830a2d8d13',1,2,'explain',1,NULL,1,'2026-03-02 09:05:40.000000','2026-03-02 09:05:20.000000',0,'2026-11-23 17:28:33.728791');
INSERT INTO "desk_action" VALUES(3,'14501b01-d449-4d5b-871a-0af1076ef548',1,2,'choose',2,NULL,1,'2026-03-02 09:06:20.000000','2026-03-02 09:06:20.000000',0,'2026-11-23 17:28:33.734542');
INSERT INTO "desk_action" VALUES(4,'2d7e0281-1df2-441e-9edb-9afd9a7ec4e1',1,2,'explain',2,NULL,1,'2026-03-02 09:06:40.000000','2026-03-02 09:06:20.000000',0,'2026-11-23 17:28:33.738496');
INSERT INTO "desk_action" VALUES(5,'2a6cc2e3-9b52-4d73-b364-50377e927135',1,2,'choose',3,NULL,1,'2026-03-02 09:07:20+00:00','2026-03-02 09:07:20+00:00',0,'2026-11-23 17:28:33.745819+00:00');
INSERT INTO "desk_action" VALUES(6,'c144ed49-41fe-46e0-82fc-c88ac8da9fe3',1,2,'explain',3,NULL,1,'2026-03-02 09:07:40+00:00','2026-03-02 09:07:20+00:00',0,'2026-11-23 17:28:33.747212+00:00');
INSERT INTO "desk_action" VALUES(7,'1bfa61b8-e88f-4e95-8a39-e3559597e7c8',1,2,'skip',4,NULL,0,'2026-03-02 09:08:20+00:00','2026-03-02 09:08:00+00:00',0,'2026-11-23 17:28:33.750510+00:00');
INSERT INTO "desk_action" VALUES(8,'9fb9d903-865b-4f7a-ab07-35cd761d0f79',1,2,'choose',5,NULL,1,'2026-03-02 09:09:00+00:00','2026-03-02 09:09:00+00:00',0,'2026-11-23 17:28:33.755014+00:00');
INSERT INTO "desk_action" VALUES(9,'e98e3387-5b8f-4e16-9906-2bbdcf1fdff2',1,2,'explain',5,NULL,1,'2026-03-02 09:09:20+00:00','2026-03-02 09:09:00+00:00',0,'2026-11-23 17:28:33.756397+00:00');
INSERT INTO "desk_action" VALUES(10,'93e1c64f-a4c2-483d-aef4-7166f9a549a4',1,2,'choose',6,NULL,1,'2026-03-02 09:10:00+00:00','2026-03-02 09:10:00+00:00',1,'2026-11-23 17:28:33.758345+00:00');
INSERT INTO "desk_action" VALUES(11,'647e6608-8763-4ca3-9397-415394f689d3',1,2,'undo',6,NULL,1,'2026-03-02 09:10:20+00:00','2026-03-02 09:10:00+00:00',0,'2026-11-23 17:28:33.760279+00:00');
INSERT INTO "desk_action" VALUES(12,'95d29b1d-64a3-48e4-a4e3-ab35dfd92a5f',1,2,'choose',6,NULL,3,'2026-03-02 09:11:00+00:00','2026-03-02 09:11:00+00:00',0,'2026-11-23 17:28:33.764185+00:00');
INSERT INTO "desk_action" VALUES(13,'4979d7c0-02b7-4b3b-9b0a-906982ba554d',1,2,'explain',6,NULL,3,'2026-03-02 09:11:20+00:00','2026-03-02 09:11:00+00:00',0,'2026-11-23 17:28:33.765511+00:00');
INSERT INTO "desk_action" VALUES(14,'07721bde-79d6-40f0-858e-9fced4ef2d24',1,2,'choose',7,NULL,1,'2026-03-02 09:12:00+00:00','2026-03-02 09:12:00+00:00',0,'2026-11-23 17:28:33.767526+00:00');
INSERT INTO "desk_action" VALUES(15,'d11501c3-3999-4682-8e4a-6a3216388a5f',1,2,'explain',7,NULL,1,'2026-03-02 09:12:20+00:00','2026-03-02 09:12:00+00:00',0,'2026-11-23 17:28:33.768802+00:00');
INSERT INTO "desk_action" VALUES(16,'b08682b0-d5cd-4ddd-8ebe-ce34bdbe00cf',1,2,'choose',8,NULL,1,'2026-03-02 09:13:00+00:00','2026-03-02 09:13:00+00:00',0,'2026-11-23 17:28:33.770618+00:00');
INSERT INTO "desk_action" VALUES(17,'2d1a9b5d-0350-4760-a33a-2bd400825e0e',1,2,'explain',8,NULL,1,'2026-03-02 09:13:20+00:00','2026-03-02 09:13:00+00:00',0,'2026-11-23 17:28:33.771912+00:00');
INSERT INTO "desk_action" VALUES(18,'04cd744d-4b59-4999-a669-89c53c14a2dc',1,3,'choose',10,NULL,1,'2026-03-02 09:14:20+00:00','2026-03-02 09:14:20+00:00',0,'2026-11-23 17:28:33.774471+00:00');
INSERT INTO "desk_action" VALUES(19,'dd9ac7b0-3346-4426-9bb2-38cb3420397e',1,3,'explain',10,NULL,1,'2026-03-02 09:14:40+00:00','2026-03-02 09:14:20+00:00',0,'2026-11-23 17:28:33.775786+00:00');
INSERT INTO "desk_action" VALUES(20,'b2e07422-4ec2-44e2-9b16-ee8cc458520d',1,3,'choose',11,NULL,1,'2026-03-02 09:15:20+00:00','2026-03-02 09:15:20+00:00',0,'2026-11-23 17:28:33.777612+00:00');
INSERT INTO "desk_action" VALUES(21,'b9090306-e962-4c99-98f2-34fde9f6bc53',1,3,'explain',11,NULL,1,'2026-03-02 09:15:40+00:00','2026-03-02 09:15:20+00:00',0,'2026-11-23 17:28:33.778847+00:00');
INSERT INTO "desk_action" VALUES(22,'be4e244b-31b1-47fe-a0db-064b09ffafed',1,3,'choose',12,NULL,1,'2026-03-02 09:16:20+00:00','2026-03-02 09:16:20+00:00',0,'2026-11-23 17:28:33.780583+00:00');
INSERT INTO "desk_action" VALUES(23,'fec8b12a-96a9-44e5-a870-6e8032b459ae',1,3,'explain',12,NULL,1,'2026-03-02 09:16:40+00:00','2026-03-02 09:16:20+00:00',0,'2026-11-23 17:28:33.781804+00:00');
INSERT INTO "desk_action" VALUES(24,'0212fcc3-01e6-4818-b26c-1d6bc751981b',1,3,'skip',13,NULL,0,'2026-03-02 09:17:20+00:00','2026-03-02 09:17:00+00:00',0,'2026-11-23 17:28:33.783339+00:00');
INSERT INTO "desk_action" VALUES(25,'5aaa74f4-2941-497f-8c4b-d944af211a1a',1,3,'choose',14,NULL,1,'2026-03-02 09:18:00+00:00','2026-03-02 09:18:00+00:00',0,'2026-11-23 17:28:33.784906+00:00');
INSERT INTO "desk_action" VALUES(26,'6911809e-34e7-4141-82a2-c03061810058',1,3,'explain',14,NULL,1,'2026-03-02 09:18:20+00:00','2026-03-02 09:18:00+00:00',0,'2026-11-23 17:28:33.786129+00:00');
INSERT INTO "desk_action" VALUES(27,'4a6867d9-bffb-4f5a-80cb-25a3d50f0bb4',1,3,'choose',15,NULL,1,'2026-03-02 09:19:00+00:00','2026-03-02 09:19:00+00:00',1,'2026-11-23 17:28:33.787794+00:00');
INSERT INTO "desk_action" VALUES(28,'4e5df488-e0ca-474e-98d8-f4d3458f11d8',1,3,'undo',15,NULL,1,'2026-03-02 09:19:20+00:00','2026-03-02 09:19:00+00:00',0,'2026-11-23 17:28:33.789025+00:00');
INSERT INTO "desk_action" VALUES(29,'bb171f5a-0243-4c82-b60e-62a35d0ae49e',1,3,'choose',15,NULL,3,'2026-03-02 09:20:00+00:00','2026-03-02 09:20:00+00:00',0,'2026-11-23 17:28:33.790981+00:00');
INSERT INTO "desk_action" VALUES(30,'882b7d2e-f0c8-475e-9be6-424f0327920f',1,3,'explain',15,NULL,3,'2026-03-02 09:20:20+00:00','2026-03-02 09:20:00+00:00',0,'2026-11-23 17:28:33.792333+00:00');
INSERT INTO "desk_action" VALUES(31,'e3ace39e-3f23-445b-899a-f269c6d810ab',1,3,'choose',16,NULL,1,'2026-03-02 09:21:00+00:00','2026-03-02 09:21:00+00:00',0,'2026-11-23 17:28:33.799290+00:00');
INSERT INTO "desk_action" VALUES(32,'616b7e81-b843-43c6-a22b-b9377ceed921',1,3,'explain',16,NULL,1,'2026-03-02 09:21:20+00:00','2026-03-02 09:21:00+00:00',0,'2026-11-23 17:28:33.800637+00:00');
INSERT INTO "desk_action" VALUES(33,'79324b89-ae64-4314-8620-cf23625cb1ce',1,4,'choose',18,NULL,1,'2026-03-02 09:22:20+00:00','2026-03-02 09:22:20+00:00',0,'2026-11-23 17:28:33.803231+00:00');
INSERT INTO "desk_action" VALUES(34,'85c59260-d277-44c6-bbe4-5f97fcd1e359',1,4,'explain',18,NULL,1,'2026-03-02 09:22:40+00:00','2026-03-02 09:22:20+00:00',0,'2026-11-23 17:28:33.804473+00:00');
INSERT INTO "desk_action" VALUES(35,'74a17cbd-7e04-4ca8-b670-2e527c30a216',1,4,'choose',19,NULL,1,'2026-03-02 09:23:20+00:00','2026-03-02 09:23:20+00:00',0,'2026-11-23 17:28:33.806084+00:00');
INSERT INTO "desk_action" VALUES(36,'2dd21669-3701-4f65-a13a-6ae895843b60',1,4,'explain',19,NULL,1,'2026-03-02 09:23:40+00:00','2026-03-02 09:23:20+00:00',0,'2026-11-23 17:28:33.807393+00:00');
INSERT INTO "desk_action" VALUES(37,'b5ab5d08-f142-45b0-a9e3-ca9552eac79d',1,4,'choose',20,NULL,1,'2026-03-02 09:24:20+00:00','2026-03-02 09:24:20+00:00',0,'2026-11-23 17:28:33.809046+00:00');
INSERT INTO "desk_action" VALUES(38,'52c569bc-35e3-4548-ac59-d6dc4dfb44b1',1,4,'explain',20,NULL,1,'2026-03-02 09:24:40+00:00','2026-03-02 09:24:20+00:00',0,'2026-11-23 17:28:33.810384+00:00');
INSERT INTO "desk_action" VALUES(39,'6c0c6ab1-e3b3-4c28-8687-3ae3e0a08a46',1,4,'skip',21,NULL,0,'2026-03-02 09:25:20+00:00','2026-03-02 09:25:00+00:00',0,'2026-11-23 17:28:33.811962+00:00');
INSERT INTO "desk_action" VALUES(40,'3944621b-bded-4c45-8b7c-a681f6635f18',1,4,'choose',22,NULL,1,'2026-03-02 09:26:00+00:00','2026-03-02 09:26:00+00:00',0,'2026-11-23 17:28:33.813568+00:00');
INSERT INTO "desk_action" VALUES(41,'dd111305-a1e2-4882-9628-8057f1626b24',1,4,'explain',22,NULL,1,'2026-03-02 09:26:20+00:00','2026-03-02 09:26:00+00:00',0,'2026-11-23 17:28:33.814812+00:00');
INSERT INTO "desk_action" VALUES(42,'317758b4-a979-491d-9bda-869c8706e099',1,4,'choose',23,NULL,1,'2026-03-02 09:27:00+00:00','2026-03-02 09:27:00+00:00',1,'2026-11-23 17:28:33.816578+00:00');
INSERT INTO "desk_action" VALUES(43,'534cd013-bba8-4100-aa6f-ad92278defaa',1,4,'undo',23,NULL,1,'2026-03-02 09:27:20+00:00','2026-03-02 09:27:00+00:00',0,'2026-11-23 17:28:33.817762+00:00');
INSERT INTO "desk_action" VALUES(44,'1562f066-f90d-4f18-9177-cd17ba1501ea',1,4,'choose',23,NULL,3,'2026-03-02 09:28:00+00:00','2026-03-02 09:28:00+00:00',0,'2026-11-23 17:28:33.819424+00:00');
INSERT INTO "desk_action" VALUES(45,'22fcdfe4-b8bf-41db-aa14-708aa9cc9f39',1,4,'explain',23,NULL,3,'2026-03-02 09:28:20+00:00','2026-03-02 09:28:00+00:00',0,'2026-11-23 17:28:33.820782+00:00');
INSERT INTO "desk_action" VALUES(46,'1c716f60-b322-47be-a285-612aee5824b7',3,7,'rate',NULL,1,1,'2026-03-02 09:30:40+00:00','2026-03-02 09:30:40+00:00',0,'2026-11-23 17:28:33.947522+00:00');
INSERT INTO "desk_action" VALUES(47,'46a99032-a5ba-4904-8989-d934331ceb14',3,7,'rate',NULL,2,1,'2026-03-02 09:31:20+00:00','2026-03-02 09:31:20+00:00',0,'2026-11-23 17:28:33.956052+00:00');
INSERT INTO "desk_action" VALUES(48,'d058d2c1-92dd-491f-9b97-70c336794b9d',3,7,'rate',NULL,3,1,'2026-03-02 09:32:00+00:00','2026-03-02 09:32:00+00:00',1,'2026-11-23 17:28:33.963782+00:00');
INSERT INTO "desk_action" VALUES(49,'b9c2baea-1d39-407e-88a5-c1780fdad40c',3,7,'undo',NULL,3,1,'2026-03-02 09:32:20+00:00','2026-03-02 09:32:00+00:00',0,'2026-11-23 17:28:33.967960+00:00');
INSERT INTO "desk_action" VALUES(50,'7d8664b3-fa25-4b65-bcc6-96c85e474940',3,7,'rate',NULL,3,3,'2026-03-02 09:33:00+00:00','2026-03-02 09:33:00+00:00',0,'2026-11-23 17:28:33.973785+00:00');
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
INSERT INTO "event" VALUES(1,1,NULL,'gold_imported','{"file": "gold.jsonl", "rows": 4, "prompts": 4, "gold": 4}','2026-11-23 17:28:33.645214');
INSERT INTO "event" VALUES(2,1,1,'question_answered','{"question": 1}','2026-11-23 17:28:33.700417');
INSERT INTO "event" VALUES(3,1,1,'clarification_published','{"number": 1}','2026-11-23 17:28:33.702816');
INSERT INTO "event" VALUES(4,1,1,'person_excluded','{"person": 4, "reason": "For rask.", "put_back": true}','2026-11-23 17:28:33.837954');
INSERT INTO "event" VALUES(5,1,1,'message_sent','{"person": 2, "message": 1}','2026-11-23 17:28:33.842188');
INSERT INTO "event" VALUES(6,1,1,'token_created','{"name": "loop"}','2026-11-23 17:28:33.843639');
INSERT INTO "event" VALUES(7,1,1,'response_withdrawn','{"response": 15, "comparisons": 2}','2026-11-23 17:28:33.847536');
INSERT INTO "event" VALUES(8,2,NULL,'judgments_imported','{"file": "old.csv", "rows": 7, "prompts": 2, "systems": 3, "responses": 6, "comparisons": 6, "judgments": 7}','2026-11-23 17:28:33.912464');
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
INSERT INTO "exclusion" VALUES(1,1,4,'For rask.',1,1,'2026-03-02 09:29:00.000000',NULL,NULL);
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
INSERT INTO "guideline_reading" VALUES(1,2,1,'1.1+1','nb',1,'2026-03-02 09:04:00.000000','2026-03-02 09:04:00.000000');
INSERT INTO "guideline_reading" VALUES(2,3,1,'1.1+1','nb',1,'2026-03-02 09:04:20.000000','2026-03-02 09:04:20.000000');
INSERT INTO "guideline_reading" VALUES(3,4,1,'1.1+1','nb',1,'2026-03-02 09:04:40.000000','2026-03-02 09:04:40.000000');
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
CREATE TABLE judge_reply (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	request_hash VARCHAR NOT NULL, 
	about JSON NOT NULL, 
	criterion VARCHAR, 
	attempt INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	text VARCHAR, 
	error VARCHAR, 
	prompt_tokens INTEGER, 
	completion_tokens INTEGER, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_judge_reply PRIMARY KEY (id), 
	CONSTRAINT ck_judge_reply_status CHECK (status IN ('ok', 'malformed', 'failed')), 
	CONSTRAINT ck_judge_reply_attempt CHECK (attempt >= 1), 
	CONSTRAINT ck_judge_reply_reply_has_text CHECK ((status = 'failed') = (text IS NULL)), 
	CONSTRAINT fk_judge_reply_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_reply_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_reply_person_id_request_hash_attempt UNIQUE (person_id, request_hash, attempt)
);
INSERT INTO "judge_reply" VALUES(1,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000000','{"comparison": 1, "swapped": false}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(2,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000001','{"comparison": 1, "swapped": true}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(3,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000002','{"comparison": 3, "swapped": true}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(4,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000003','{"comparison": 3, "swapped": false}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(5,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000004','{"comparison": 4, "swapped": true}',NULL,1,'ok','A',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
INSERT INTO "judge_reply" VALUES(6,1,8,'norwegian_fluency','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087','0000000000000000000000000000000000000000000000000000000000000005','{"comparison": 4, "swapped": false}',NULL,1,'ok','B',NULL,NULL,NULL,'2026-03-02 09:33:20.000000');
CREATE TABLE "judgment" (
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
	late BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_judgment PRIMARY KEY (id), 
	CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_judgment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT ck_judgment_choice CHECK (choice IN ('A', 'B', 'tie')), 
	CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision), 
	CONSTRAINT ck_judgment_revision CHECK (revision >= 1), 
	CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY(second_system_id) REFERENCES system (id), 
	CONSTRAINT ck_judgment_choice_has_outcome CHECK ((choice IS NULL) = (outcome IS NULL)), 
	CONSTRAINT ck_judgment_outcome CHECK (outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY(first_system_id) REFERENCES system (id), 
	CONSTRAINT ck_judgment_layout CHECK (layout IN ('side_by_side', 'stacked', 'switched'))
);
INSERT INTO "judgment" VALUES(1,1,1,1,'A','first',0,1,0,1,16,6,NULL,NULL,2,0,'2026-03-02 09:05:00.000000','2026-03-02 09:05:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.723496',0);
INSERT INTO "judgment" VALUES(2,2,1,1,'B','second',0,1,1,1,1,1,2,3,2,0,'2026-03-02 09:06:00.000000','2026-03-02 09:06:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.733981',0);
INSERT INTO "judgment" VALUES(3,3,1,1,'tie','tie',1,1,1,1,2,5,1,3,2,0,'2026-03-02 09:07:00.000000','2026-03-02 09:07:20.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.745517',0);
INSERT INTO "judgment" VALUES(4,5,1,1,'A','second',1,1,1,1,4,2,1,2,2,0,'2026-03-02 09:08:40.000000','2026-03-02 09:09:00.000000',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.754158',0);
INSERT INTO "judgment" VALUES(5,6,1,0,'B','first',1,1,1,1,5,4,1,3,2,0,'2026-03-02 09:09:40+00:00','2026-03-02 09:10:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.757917+00:00',0);
INSERT INTO "judgment" VALUES(6,6,2,0,NULL,NULL,1,1,1,1,5,4,1,3,2,0,'2026-03-02 09:09:40+00:00','2026-03-02 09:10:20+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.759028+00:00',0);
INSERT INTO "judgment" VALUES(7,6,3,1,'tie','tie',1,1,1,1,5,4,1,3,2,0,'2026-03-02 09:10:20+00:00','2026-03-02 09:11:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.763918+00:00',0);
INSERT INTO "judgment" VALUES(8,7,1,1,'A','first',0,1,0,1,17,8,NULL,NULL,2,0,'2026-03-02 09:11:40+00:00','2026-03-02 09:12:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.767329+00:00',0);
INSERT INTO "judgment" VALUES(9,8,1,1,'A','second',1,1,1,1,6,1,1,3,2,0,'2026-03-02 09:12:40+00:00','2026-03-02 09:13:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.770417+00:00',0);
INSERT INTO "judgment" VALUES(10,10,1,1,'B','second',0,1,1,1,1,1,2,3,3,0,'2026-03-02 09:14:00+00:00','2026-03-02 09:14:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.774276+00:00',0);
INSERT INTO "judgment" VALUES(11,11,1,1,'tie','tie',1,1,0,1,17,8,NULL,NULL,3,0,'2026-03-02 09:15:00+00:00','2026-03-02 09:15:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.777427+00:00',0);
INSERT INTO "judgment" VALUES(12,12,1,1,'A','first',0,1,1,1,2,5,1,3,3,0,'2026-03-02 09:16:00+00:00','2026-03-02 09:16:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.780393+00:00',0);
INSERT INTO "judgment" VALUES(13,14,1,1,'B','first',1,1,1,1,4,2,1,2,3,0,'2026-03-02 09:17:40+00:00','2026-03-02 09:18:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.784716+00:00',0);
INSERT INTO "judgment" VALUES(14,15,1,0,'tie','tie',0,1,1,1,5,4,1,3,3,0,'2026-03-02 09:18:40+00:00','2026-03-02 09:19:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.787603+00:00',0);
INSERT INTO "judgment" VALUES(15,15,2,0,NULL,NULL,0,1,1,1,5,4,1,3,3,0,'2026-03-02 09:18:40+00:00','2026-03-02 09:19:20+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.788434+00:00',0);
INSERT INTO "judgment" VALUES(16,15,3,1,'A','first',0,1,1,1,5,4,1,3,3,0,'2026-03-02 09:19:20+00:00','2026-03-02 09:20:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.790458+00:00',0);
INSERT INTO "judgment" VALUES(17,16,1,1,'A','second',1,1,0,1,16,6,NULL,NULL,3,0,'2026-03-02 09:20:40+00:00','2026-03-02 09:21:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.799034+00:00',0);
INSERT INTO "judgment" VALUES(18,18,1,1,'tie','tie',0,1,0,1,19,7,NULL,NULL,4,0,'2026-03-02 09:22:00+00:00','2026-03-02 09:22:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.803000+00:00',0);
INSERT INTO "judgment" VALUES(19,19,1,1,'A','first',0,1,1,1,3,3,2,3,4,0,'2026-03-02 09:23:00+00:00','2026-03-02 09:23:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.805890+00:00',0);
INSERT INTO "judgment" VALUES(20,20,1,1,'A','second',1,1,1,1,7,5,1,2,4,0,'2026-03-02 09:24:00+00:00','2026-03-02 09:24:20+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.808842+00:00',0);
INSERT INTO "judgment" VALUES(21,22,1,1,'tie','tie',1,1,1,1,10,4,1,2,4,0,'2026-03-02 09:25:40+00:00','2026-03-02 09:26:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.813370+00:00',0);
INSERT INTO "judgment" VALUES(22,23,1,0,'A','second',1,1,1,1,11,1,1,2,4,0,'2026-03-02 09:26:40+00:00','2026-03-02 09:27:00+00:00',20000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.816380+00:00',0);
INSERT INTO "judgment" VALUES(23,23,2,0,NULL,NULL,1,1,1,1,11,1,1,2,4,0,'2026-03-02 09:26:40+00:00','2026-03-02 09:27:20+00:00',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.817224+00:00',0);
INSERT INTO "judgment" VALUES(24,23,3,1,'A','second',1,1,1,1,11,1,1,2,4,0,'2026-03-02 09:27:20+00:00','2026-03-02 09:28:00+00:00',40000,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1+1','2026-11-23 17:28:33.819208+00:00',0);
INSERT INTO "judgment" VALUES(25,25,1,1,'A','first',0,1,1,2,22,10,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902776',0);
INSERT INTO "judgment" VALUES(26,26,1,1,'tie','tie',0,1,1,2,20,10,8,9,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902779',0);
INSERT INTO "judgment" VALUES(27,27,1,1,'A','second',1,1,1,2,24,10,7,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902782',0);
INSERT INTO "judgment" VALUES(28,28,1,1,'B','second',0,1,1,2,25,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902784',0);
INSERT INTO "judgment" VALUES(29,29,1,1,'B','second',0,1,1,2,21,11,7,9,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902792',0);
INSERT INTO "judgment" VALUES(30,30,1,1,'A','second',1,1,1,2,23,11,8,9,6,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902794',0);
INSERT INTO "judgment" VALUES(31,31,1,1,'A','first',0,1,0,2,25,11,7,8,5,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2026-11-23 17:28:33.902796',0);
INSERT INTO "judgment" VALUES(32,32,1,1,'A','first',0,1,1,1,1,1,2,3,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 17:28:34.005178',0);
INSERT INTO "judgment" VALUES(33,33,1,1,'B','first',1,1,0,1,1,1,2,3,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 17:28:34.007113',0);
INSERT INTO "judgment" VALUES(34,34,1,1,'A','second',1,1,1,1,3,3,2,3,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 17:28:34.008879',0);
INSERT INTO "judgment" VALUES(35,35,1,1,'B','second',0,1,0,1,3,3,2,3,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 17:28:34.010716',0);
INSERT INTO "judgment" VALUES(36,36,1,1,'A','second',1,1,1,1,4,2,1,2,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 17:28:34.012387',0);
INSERT INTO "judgment" VALUES(37,37,1,1,'B','second',0,1,0,1,4,2,1,2,8,0,NULL,'2026-03-02 09:33:20.000000',NULL,NULL,'plain',NULL,NULL,'1.0','5c26374d19f5ff576b5c0bd42c7eb73fb2d671b60e2439b4e0ffb730d0c9c087',NULL,'2026-11-23 17:28:34.014108',0);
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
INSERT INTO "link" VALUES(1,1,'8e69a42a59b407e1a41db2d64e5b14ac2baf81d4c0d9d9e88e5d7195a8a68d54','2026-11-23 17:28:33.648026',NULL);
INSERT INTO "link" VALUES(2,2,'ed6b31deba8c303b3b2877405171349de942a55616e65f7ab9feda5c21124a14','2026-11-23 17:28:33.651538',NULL);
INSERT INTO "link" VALUES(3,3,'a6599c21df569efc744a0444ad817915549197bdcf0fb2b0434b92f57e7c8fe3','2026-11-23 17:28:33.653256',NULL);
INSERT INTO "link" VALUES(4,4,'8a316d05d575d508a6ec1863772a3d76d7d88ce34055360b57f20c211e94c123','2026-11-23 17:28:33.654855',NULL);
INSERT INTO "link" VALUES(5,7,'365fe44757670ffae2817205ef59396b2a1158b5e707c0acbfc131e41bdc46da','2026-11-23 17:28:33.921787',NULL);
CREATE TABLE "membership" (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER, 
	role VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_membership_role CHECK (role IN ('annotator', 'lead', 'researcher')), 
	CONSTRAINT fk_membership_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
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
INSERT INTO "message" VALUES(1,1,2,'Takk!',1,'2026-03-02 09:29:20.000000',NULL);
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
INSERT INTO "person" VALUES(1,'Lise','human',NULL,'2026-11-23 17:28:33.647189',100,NULL,NULL);
INSERT INTO "person" VALUES(2,'Kari','human',NULL,'2026-11-23 17:28:33.651239',100,'nb','west');
INSERT INTO "person" VALUES(3,'Ola','human',NULL,'2026-11-23 17:28:33.653012',100,'nb','west');
INSERT INTO "person" VALUES(4,'Per','human',NULL,'2026-11-23 17:28:33.654626',100,'nb','west');
INSERT INTO "person" VALUES(5,'Ada','human',NULL,'2026-11-23 17:28:33.888771',100,NULL,NULL);
INSERT INTO "person" VALUES(6,'Bo','human',NULL,'2026-11-23 17:28:33.888778',100,NULL,NULL);
INSERT INTO "person" VALUES(7,'Rita','human',NULL,'2026-11-23 17:28:33.921413',100,NULL,NULL);
INSERT INTO "person" VALUES(8,'dommer-1','judge',NULL,'2026-11-23 17:28:33.993584',100,NULL,NULL);
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
INSERT INTO "program_token" VALUES(1,1,'loop','2f3a8e5f6ffa2dabc2989277da0326921663e437b8bd9877541ac93b5243f788',1,'2026-11-23 17:28:33.844025',NULL);
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
CREATE TABLE "question" (
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
	rating_assignment_id INTEGER, marks JSON, 
	CONSTRAINT pk_question PRIMARY KEY (id), 
	CONSTRAINT fk_question_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_question_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_question_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_question_answered_by_person FOREIGN KEY(answered_by) REFERENCES person (id), 
	CONSTRAINT fk_question_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT ck_question_about_one CHECK (assignment_id IS NULL OR rating_assignment_id IS NULL)
);
INSERT INTO "question" VALUES(1,1,2,NULL,'Hva nå?','2026-03-02 09:03:00.000000','Slik.',1,'2026-03-02 09:03:20.000000',NULL,'2026-03-02 09:03:20.000000',NULL,NULL);
CREATE TABLE "rating" (
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
	layout VARCHAR, 
	late BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (id), 
	CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision), 
	CONSTRAINT ck_rating_value_or_na CHECK (NOT (not_applicable AND value IS NOT NULL)), 
	CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT ck_rating_layout CHECK (layout IN ('side_by_side', 'stacked', 'switched'))
);
INSERT INTO "rating" VALUES(1,1,'adequacy',1,1,1,0,'Fordi.','2026-03-02 09:30:40.000000',20000,'nb','2026-11-23 17:28:33.946794',NULL,0);
INSERT INTO "rating" VALUES(2,1,'fluency',1,1,1,0,'Fordi.','2026-03-02 09:30:40.000000',20000,'nb','2026-11-23 17:28:33.946799',NULL,0);
INSERT INTO "rating" VALUES(3,2,'adequacy',1,1,2,0,'Fordi.','2026-03-02 09:31:20.000000',20000,'nb','2026-11-23 17:28:33.955774',NULL,0);
INSERT INTO "rating" VALUES(4,2,'fluency',1,1,2,0,'Fordi.','2026-03-02 09:31:20.000000',20000,'nb','2026-11-23 17:28:33.955777',NULL,0);
INSERT INTO "rating" VALUES(5,3,'adequacy',1,0,1,0,'Fordi.','2026-03-02 09:32:00.000000',20000,'nb','2026-11-23 17:28:33.963521',NULL,0);
INSERT INTO "rating" VALUES(6,3,'fluency',1,0,1,0,'Fordi.','2026-03-02 09:32:00.000000',20000,'nb','2026-11-23 17:28:33.963524',NULL,0);
INSERT INTO "rating" VALUES(7,3,'adequacy',2,0,NULL,0,NULL,'2026-03-02 09:32:20.000000',NULL,NULL,'2026-11-23 17:28:33.967105',NULL,0);
INSERT INTO "rating" VALUES(8,3,'fluency',2,0,NULL,0,NULL,'2026-03-02 09:32:20.000000',NULL,NULL,'2026-11-23 17:28:33.967108',NULL,0);
INSERT INTO "rating" VALUES(9,3,'adequacy',3,1,2,0,'Fordi.','2026-03-02 09:33:00.000000',40000,'nb','2026-11-23 17:28:33.973525',NULL,0);
INSERT INTO "rating" VALUES(10,3,'fluency',3,1,2,0,'Fordi.','2026-03-02 09:33:00.000000',40000,'nb','2026-11-23 17:28:33.973527',NULL,0);
CREATE TABLE "rating_assignment" (
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
	skip_reason VARCHAR, 
	skip_comment VARCHAR, 
	skipped_at DATETIME, 
	CONSTRAINT pk_rating_assignment PRIMARY KEY (id), 
	CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key), 
	CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_rating_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT ck_rating_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_rating_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other'))
);
INSERT INTO "rating_assignment" VALUES(1,3,31,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:30:20.000000','2026-11-23 17:28:33.937181',NULL,NULL,NULL);
INSERT INTO "rating_assignment" VALUES(2,3,30,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:31:00.000000','2026-11-23 17:28:33.952589',NULL,NULL,NULL);
INSERT INTO "rating_assignment" VALUES(3,3,33,7,'adequacy_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-03-02 09:32:20.000000','2026-11-23 17:28:33.960482',NULL,NULL,NULL);
CREATE TABLE rating_mark (
	id INTEGER NOT NULL, 
	rating_assignment_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	start INTEGER, 
	"end" INTEGER, 
	issue VARCHAR NOT NULL, 
	CONSTRAINT pk_rating_mark PRIMARY KEY (id), 
	CONSTRAINT ck_rating_mark_place CHECK ((start IS NULL) = ("end" IS NULL)), 
	CONSTRAINT ck_rating_mark_range CHECK (0 <= start AND start < "end"), 
	CONSTRAINT ck_rating_mark_revision CHECK (revision >= 1), 
	CONSTRAINT fk_rating_mark_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_rating_mark_rating_assignment_id_revision_issue_start_end UNIQUE (rating_assignment_id, revision, issue, start, "end")
);
CREATE TABLE "reason" (
	id INTEGER NOT NULL, 
	remark_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	issue VARCHAR NOT NULL, 
	start INTEGER, 
	"end" INTEGER, 
	CONSTRAINT pk_reason PRIMARY KEY (id), 
	CONSTRAINT fk_reason_remark_id_remark FOREIGN KEY(remark_id) REFERENCES remark (id), 
	CONSTRAINT fk_reason_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_reason_remark_id_response_id_issue_start_end UNIQUE (remark_id, response_id, issue, start, "end"), 
	CONSTRAINT ck_reason_place CHECK ((start IS NULL) = ("end" IS NULL)), 
	CONSTRAINT ck_reason_range CHECK (0 <= start AND start < "end")
);
INSERT INTO "reason" VALUES(1,1,16,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(2,2,2,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(3,3,15,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(4,4,5,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(5,5,12,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(6,6,20,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(7,7,3,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(8,8,2,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(9,9,21,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(10,10,13,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(11,11,5,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(12,12,10,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(13,13,17,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(14,14,18,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(15,15,8,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(16,16,14,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(17,17,11,'grammar',NULL,NULL);
INSERT INTO "reason" VALUES(18,18,2,'grammar',NULL,NULL);
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
INSERT INTO "remark" VALUES(1,1,NULL,'Her.','2026-03-02 09:05:40.000000');
INSERT INTO "remark" VALUES(2,2,NULL,'Her.','2026-03-02 09:06:40.000000');
INSERT INTO "remark" VALUES(3,3,NULL,'Her.','2026-03-02 09:07:40.000000');
INSERT INTO "remark" VALUES(4,4,NULL,'Her.','2026-03-02 09:09:20.000000');
INSERT INTO "remark" VALUES(5,7,NULL,'Her.','2026-03-02 09:11:20.000000');
INSERT INTO "remark" VALUES(6,8,NULL,'Her.','2026-03-02 09:12:20.000000');
INSERT INTO "remark" VALUES(7,9,NULL,'Her.','2026-03-02 09:13:20.000000');
INSERT INTO "remark" VALUES(8,10,NULL,'Her.','2026-03-02 09:14:40.000000');
INSERT INTO "remark" VALUES(9,11,NULL,'Her.','2026-03-02 09:15:40.000000');
INSERT INTO "remark" VALUES(10,12,NULL,'Her.','2026-03-02 09:16:40.000000');
INSERT INTO "remark" VALUES(11,13,NULL,'Her.','2026-03-02 09:18:20.000000');
INSERT INTO "remark" VALUES(12,16,NULL,'Her.','2026-03-02 09:20:20.000000');
INSERT INTO "remark" VALUES(13,17,NULL,'Her.','2026-03-02 09:21:20.000000');
INSERT INTO "remark" VALUES(14,18,NULL,'Her.','2026-03-02 09:22:40.000000');
INSERT INTO "remark" VALUES(15,19,NULL,'Her.','2026-03-02 09:23:40.000000');
INSERT INTO "remark" VALUES(16,20,NULL,'Her.','2026-03-02 09:24:40.000000');
INSERT INTO "remark" VALUES(17,21,NULL,'Her.','2026-03-02 09:26:20.000000');
INSERT INTO "remark" VALUES(18,24,NULL,'Her.','2026-03-02 09:28:20.000000');
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
INSERT INTO "response" VALUES(15,1,5,3,'Dette er svar 3bdc2442daa4.','null','2026-03-02 09:29:40.000000');
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
INSERT INTO "sign_in" VALUES(1,'e3549132b08faf43b2cb40cc5eba2a858c912bd07882f0980d91fb5747771c91',1,1,'2026-03-02 09:00:20.000000',NULL);
INSERT INTO "sign_in" VALUES(2,'5a2483ba6017fba33c18e523951e2956d029bb03e2cd9718e91d8cf3804ab162',2,2,'2026-03-02 09:00:40.000000',NULL);
INSERT INTO "sign_in" VALUES(3,'9333fc0292f9ba71a31fccb60a952003283ae0405d8c34a1e26332c6ee5e98d0',3,3,'2026-03-02 09:01:00.000000',NULL);
INSERT INTO "sign_in" VALUES(4,'c747babe670c4508a0a53b30ead3d2e586c725afb8ea29f2b96ac567c0a5b9c9',4,4,'2026-03-02 09:01:20.000000',NULL);
INSERT INTO "sign_in" VALUES(5,'6573a79ad93f337f13b913e285fc48f16c57f924be6948923aa1ce27aa579fbd',7,5,'2026-03-02 09:30:00.000000',NULL);
CREATE TABLE system (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, family VARCHAR, checkpoint DOUBLE, 
	CONSTRAINT pk_system PRIMARY KEY (id), 
	CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name)
);
INSERT INTO "system" VALUES(1,1,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(2,1,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(3,1,'charlie-modell',NULL,NULL);
INSERT INTO "system" VALUES(4,2,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(5,2,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(6,2,'charlie-modell',NULL,NULL);
INSERT INTO "system" VALUES(7,2,'alfa',NULL,NULL);
INSERT INTO "system" VALUES(8,2,'bravo',NULL,NULL);
INSERT INTO "system" VALUES(9,2,'charlie',NULL,NULL);
INSERT INTO "system" VALUES(10,3,'alfa-modell',NULL,NULL);
INSERT INTO "system" VALUES(11,3,'bravo-modell',NULL,NULL);
INSERT INTO "system" VALUES(12,3,'charlie-modell',NULL,NULL);
CREATE UNIQUE INDEX uq_link_live ON link (person_id) WHERE revoked_at IS NULL;
CREATE INDEX ix_response_campaign_id ON response (campaign_id);
CREATE INDEX ix_sign_in_person_id ON sign_in (person_id);
CREATE INDEX ix_comparison_campaign ON comparison (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON comparison (campaign_id, position) WHERE done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL;
CREATE INDEX ix_comparison_prompt ON comparison (prompt_id);
CREATE INDEX ix_consent_person ON consent (person_id, campaign_id);
CREATE INDEX ix_guideline_reading_person ON guideline_reading (person_id, campaign_id);
CREATE INDEX ix_hours_note_person ON hours_note (person_id, campaign_id, day);
CREATE INDEX ix_assignment_person ON assignment (campaign_id, person_id, status, sequence);
CREATE INDEX ix_event_campaign ON event (campaign_id, id);
CREATE UNIQUE INDEX uq_exclusion_live ON exclusion (campaign_id, person_id) WHERE lifted_at IS NULL;
CREATE INDEX ix_message_person ON message (campaign_id, person_id);
CREATE INDEX ix_program_token_campaign_id ON program_token (campaign_id);
CREATE UNIQUE INDEX uq_membership_campaign ON membership (person_id, campaign_id, role) WHERE campaign_id IS NOT NULL;
CREATE UNIQUE INDEX uq_membership_everywhere ON membership (person_id, role) WHERE campaign_id IS NULL;
CREATE INDEX ix_judge_reply_campaign ON judge_reply (campaign_id, person_id);
CREATE INDEX ix_rating_assignment_person ON rating_assignment (campaign_id, person_id, status);
CREATE INDEX ix_question_person ON question (campaign_id, person_id);
CREATE INDEX ix_desk_action_person ON desk_action (campaign_id, person_id, id);
CREATE UNIQUE INDEX uq_rating_mark_placeless ON rating_mark (rating_assignment_id, revision, issue) WHERE start IS NULL;
CREATE INDEX ix_judgment_ranking ON judgment (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE live AND ranked AND outcome IS NOT NULL;
CREATE UNIQUE INDEX uq_judgment_live ON judgment (assignment_id) WHERE live;
CREATE INDEX ix_judgment_person ON judgment (campaign_id, person_id, id);
CREATE INDEX ix_judgment_unranked ON judgment (campaign_id, person_id) WHERE NOT ranked;
CREATE INDEX ix_judgment_late ON judgment (campaign_id, person_id) WHERE late;
CREATE UNIQUE INDEX uq_rating_live ON rating (rating_assignment_id, criterion) WHERE live;
CREATE INDEX ix_reason_response_id ON reason (response_id);
CREATE UNIQUE INDEX uq_reason_placeless ON reason (remark_id, response_id, issue) WHERE start IS NULL;
COMMIT;
